print("it's")
print('say "hi"')
print("a\tb\\n")
print("\"" + '\'')
print(["it's", 'say "hi"', "both ' and \"", "tab\t", "nl\n", "\r", "\x00\x7f\xa0", "é", "\u200b", "\ue000", "😀", "e\u0301", "\u0301", "\\"])
# not a comment: "
print("# in a string")
print("")
