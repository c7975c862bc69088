if True:
    print("last")