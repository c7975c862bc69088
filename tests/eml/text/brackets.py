print(["over", "lines"])
print(1 + 2)
print({"a": 1}["a"])
