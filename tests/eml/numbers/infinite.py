# Only arithmetic makes these.
big = 1
while big < 1000000000000000:
    big = big * 10.0
for k in range(1, (5) + 1):
    big = big * big
print(big)
print(-big)
print((big - big))
print((big == big))
print((big - big == big - big))
print((big - big < 1))
print(not (big - big < 1))
print((9223372036854775807 < big))
if not big - big < 1:
    print("not less")
