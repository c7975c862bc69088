print("pong starts")
import ping
print("pong ends")
def play(n):
    if n == 0:
        return "pong"
    return ping.play(n - 1)
