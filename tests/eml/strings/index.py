s = "hello"
print(s[0])
print(s[-1])
print(s[4])
print(s[-5])
print(len(s))
print("x"[0])
print("x"[-1])
print(s[True])
