def nothing():
    x = 1
def empty():
    return
def maybe(x):
    if x:
        return "yes"
print(nothing())
print(empty())
print(maybe(True))
print(maybe(False))
print(nothing() == None)
print([nothing()])
