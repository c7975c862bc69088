for x in [0, 1, -1, 0.0, 0.5, "", "a", "ab", [], [0], {}, None, True, False]:
    if x:
        print((str(x) + " is true"))
    else:
        print((str(x) + " is false"))
    print(not x)
def f():
    return
if f:
    print("a function is true")
