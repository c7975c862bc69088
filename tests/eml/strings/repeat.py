print("ab" * 3)
print(3 * "ab")
print("ab" * 0)
print("ab" * -2)
print("-" * 5)
print([1, 2] * 2)
print(0 * [1])
x = [[]] * 2
x[0] = x[0] + [1]
print(x)
y = [0] * 3
y[0] = 1
print(y)
