import ping
print(ping.play(5))
