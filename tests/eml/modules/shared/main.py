import left
import right
import state
state.bump(10)
print(left.bumped())
print(right.bumped())
print(state.count())
print(left.state == state)
def late():
    import right
    return right.name
print(late())
print(state.Box(3).doubled())
B = state.Box
print(B(4).doubled())
