def f(x):
    if x:
        return [1,
            2]
    return "a" + "b"
print(f(0))
print(f(1))
