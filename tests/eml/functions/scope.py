x = 1
def read():
    return x
def shadow():
    x = 2
    return x
def parameter(x):
    x = x + 1
    return x
def looped():
    for x in range(5, (6) + 1):
        print(x)
    return x
print(read())
print(shadow())
print(parameter(10))
print(looped())
print(x)
x = 3
print(read())
def later():
    return defined_below()
def defined_below():
    return y
y = "y"
print(later())
def len_of(len):
    return len + 1
print(len_of(2))
print(len("abc"))
