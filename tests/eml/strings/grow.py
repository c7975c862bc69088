# A string that grows keeps what others hold apart.
def built(n):
    s = ""
    first = s
    for k in range(1, (n) + 1):
        s = s + str(k % 10)
        if k == 5:
            five = s
    print(first)
    print(five)
    return s
print(built(12))
a = "ab"
b = a
a = a + "c"
a = a + "é"
a = a + "d"
print(a)
print(b)
def twice(x):
    x = x + x
    x = x + x + "!"
    x = x + "a" + x
    x = x + (x + "b")
    return x
print(twice("-"))
c = "x"
c = c + "y" + c + "z"
print(c)
