def f(x):
	if x:
		print(1)
        # eight blanks
		print(2)
	return x
print(f(1))
