for a in [7, -7, 0]:
    for b in [3, -3, 7, -7, 1]:
        print((str(a) + " % " + str(b) + " is " + str(a % b)))
print(5.5 % 2)
print(-5.5 % 2)
print(5.5 % -2)
print(-6 % 2.0)
print(6 % -2.0)
print(-9223372036854775807 % 10)
print(True % 2)
