# Until it is assigned, a global of a built-in function's name means that function.
print(len("abc"))
def f():
    return len
print(f()("ab"))
len = 5
print(f())
print(len)
