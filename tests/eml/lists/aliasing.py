a = [1, 2]
b = a
a[0] = 3
print(b)
a = a + [4]
print(a)
print(b)
def push(xs):
    xs = xs + [9]
    return xs
c = [7]
print(push(c))
print(c)
def put(xs):
    xs[0] = 9
put(c)
print(c)
d = [c, c]
c[0] = 1
print(d)
e = d[0:2]
e[0] = 5
print(d)
print(e)
f = [d, 1]
print(f == f)
