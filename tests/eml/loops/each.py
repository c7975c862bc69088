for x in [1, "a", None]:
    print(x)
for c in "hé":
    print(c)
for c in "x":
    print(c)
for c in "":
    print(c)
for x in []:
    print(x)
a = [1, 2, 3]
for x in a:
    if x < 3:
        a[x] = x * 10
    print(x)
for x in [[1, 2], [3]]:
    for y in x:
        print(y)
for x in a[0:2]:
    a = a + [x]
print(a)
for x in [5]:
    print(x)
def first(xs):
    for x in xs:
        return x
print(first([7, 8]))
print(first([]))
