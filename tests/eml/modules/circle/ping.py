print("ping starts")
import pong
print("ping ends")
def play(n):
    if n == 0:
        return "ping"
    return pong.play(n - 1)
