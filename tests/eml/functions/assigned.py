# A local may be assigned on some ways only.
def f(x):
    if x == 1:
        y = "one"
    elif x == 2:
        y = "two"
    else:
        y = "more"
    print(y)
    if x == 1:
        return y
    else:
        z = x
    print(z)
    while x > 2:
        w = x
        x = x - 1
    if z > 2:
        print(w)
print(f(1))
f(2)
f(4)
