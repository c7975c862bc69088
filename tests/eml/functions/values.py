def add(a, b):
    return a + b
plus = add
print(plus(1, 2))
print([add, plus][1]("a", "b"))
def apply(f, x):
    return f(x, x)
print(apply(add, 4))
print(add == plus)
if 1 < 2:
    def chosen():
        return "first"
else:
    def chosen():
        return "second"
print(chosen())
print(add(add(1, 2), add(3, 4)))
print(add([1], [2])[1])
def many(a, b, c, d, e, f):
    return [f, e, d, c, b, a]
print(many(1, 2, 3, 4, 5, 6))
