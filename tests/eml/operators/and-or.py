# `and` and `or` give an operand back, and look at the second only where they must.
def said(x):
    print(("said " + str(x)))
    return x

print((0 or "b"))
print(("a" or "b"))
print(("a" and "b"))
print(("" and "b"))
print(([] or None))
print((said(1) and said(0) and said(2)))
print((said(0) or said(3) or said(4)))

def kept(x, y):
    x = y and x
    print(x)
    x = y or x
    print(x)
    x = not x
    print(x)
    x = x == x
    return x

print(kept(1, 2))
print(kept(0, 0))
if said("") or not said(0) and said(1):
    print("yes")
while said(0):
    print("never")
