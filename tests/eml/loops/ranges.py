for k in range(1, (4) + 1):
    print(k)
for k in range(3, (3) + 1):
    print(k)
for k in range(3, (2) + 1):
    print("never")
for k in range(5, (-5) + 1):
    print("never")
for k in range(-2, (0) + 1):
    print(k)
n = 2
for k in range(n + 1, (n * 2) + 1):
    print(k)
for k in range(0, (3) + 1):
    k = k + 10
    print(k)
print(k)
n = 4
for k in range(1, (n) + 1):
    n = 1
    print(k)
for i in range(0, (2) + 1):
    for j in range(i + 1, (2) + 1):
        print((str(i) + str(j)))
for k in range(True, (2) + 1):
    print(k)
for k in range(9223372036854775806, (9223372036854775807) + 1):
    print(k)
