print([])
print([1])
print([1, "a", None, True, 1.5, [2, []], {}])
print({"a": 1, 2: [3], None: "x"})
print(str([1, "two"]) + "!")
print([1, 2,])
a = [1]
b = a + [a]
print(b)
c = [0]
c[0] = c
print(c)
d = {}
d["me"] = d
print(d)
