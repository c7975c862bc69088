# Lists that grow in each kind of place, with somebody else holding the old value now and then.
class Box:
    def __init__(self):
        self.items = []
        self.text = ""
    def put(self, x):
        self.items = self.items + [x]
        self.text = self.text + str(x)
box = Box()
box.put(1)
held = box.items
box.put(2)
box.put(3)
print(held)
print(box.items)
print(box.text)
table = [[], []]
for k in range(1, (3) + 1):
    table[0] = table[0] + [k]
    last = table[0]
    table[-1] = table[-1] + [k, k]
print(table)
print(last)
d = {"x": []}
key = "x"
for k in range(1, (3) + 1):
    d[key] = d[key] + [k]
    d["x"] = d["x"] + [d["x"][0]]
print(d)
out = []
for k in range(1, (3) + 1):
    out = out + [len(out)]
    out = out + [out]
    out = out + out
print(len(out))
def local():
    xs = []
    for k in range(1, (3) + 1):
        xs = xs + [xs]
        xs = xs + [len(xs)]
    xs = xs + xs
    return xs
print(local())
s = [1] + [2] + [3]
s = s + [4] + [5]
print(s)
