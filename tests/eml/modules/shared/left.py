import state
print("left")
def bumped():
    return state.bump(1)
