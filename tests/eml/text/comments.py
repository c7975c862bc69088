# At the start.

   # Indented where no block is.
def f(x):   # after a colon

    # first in a block
# to the left in a block
    if x:
            # deeper than the block

        return "yes" # after a statement
    # between

    return "no"



print(f(1))#close
print(f(
    # in brackets
    0
))
# At the end, without a line end