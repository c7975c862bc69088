a = {}
b = a
a["x"] = 1
print(b)
for k in range(1, (1000) + 1):
    a["key" + str(k)] = k
print(len(b))
print(b["key777"])
print({"é": 1, "日本": 2}["日本"])
