if True:
  if True:
         if True:
                print("deep")
  print("middle")
print("out")
