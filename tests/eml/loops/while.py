i = 0
while i < 3:
    i = i + 1
    print(i)
while False:
    print("never")
def find(xs, x):
    i = 0
    while True:
        if xs[i] == x:
            return i
        i = i + 1
print(find([4, 5, 6], 6))
n = 10
while n > 0 and n % 7 != 0 or n == 10:
    n = n - 1
print(n)
