print("after the mark")
