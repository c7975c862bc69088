print("state runs once")
cell = [0]
def bump(by):
    cell[0] = cell[0] + by
    return cell[0]
def count():
    return cell[0]
class Box:
    def __init__(self, x):
        self.x = x
    def doubled(self):
        return self.x * factor
factor = 2
