d = {}
d["b"] = 1
d["a"] = 2
d["b"] = 3
print(d)
for k in d:
    print((str(k) + "=" + str(d[k])))
print(len(d))
e = {}
e[1] = "one"
e[1.0] = "uno"
e[True] = "true"
print(e)
print(len(e))
e[None] = 0
e[1.5] = 0
print(e[1.5])
print(e[None])
print({"k": 1, "k": 2})
def f():
    d = {}
    d = {"x": d, "y": len(d)}
    return d
print(f())
def g():
    return 1
by = {}
by[g] = 1
print(by[g])
by[len] = 2
print(by[len])
