import sys
import threading


def down(n):
    if n == 0:
        return 0
    return 1 + down(n - 1)


def main():
    print(down(90000))
    x = []
    for k in range(1, 300001):
        x = [x]
    print(len(x))
    x = 0
    print("freed")


sys.setrecursionlimit(1000000)
threading.stack_size(512 << 20)
thread = threading.Thread(target=main)
thread.start()
thread.join()
