# A built-in function is a value, and its name can be taken.
f = len
print(f([1, 2]))
g = str
print(g(1) + g(2))
print([int][0]("7") + 1)
print(len == len)
def str(x):
    return "mine"
print(str(1))
print(f == len)
print(len("ab"))
def int(x):
    return x
print(int("z"))
