s = "añ😀e\u0301"
print(len(s))
print(s[2])
print(s[-2])
for c in s:
    print((c + "|"))
t = ""
for c in s:
    t = c + t
print(t)
print("\x41\u00e9\U0001F600")
print(len("\x00"))
print("ascii" + "é")
print("é" + "ascii")
print("é" == "e\u0301")
print("日本語"[1] + "!")
print("日" * 3)
print("é" < "日")
