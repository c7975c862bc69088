import state
import left
print("right")
name = "the right one"
def bumped():
    return left.bumped() + 100
