g = [[1, 2], [3, 4]]
g[0][1] = 5
print(g)
row = g[1]
row[0] = 6
print(g)
print(g[-1][-1])
d = {}
d["k"] = []
d["k"] = d["k"] + [1]
d["k"] = d["k"] + [2]
print(d["k"][1])
print(d)
print([g, d][1]["k"][0])
print(len(g[0]))
z = []
z = z + [[]]
z[0] = z[0] + [z[0]]
print(z)
