class Counter:
    def __init__(self, start):
        self.n = start
        self.log = []
    def up(self, by):
        self.n = self.n + by
        self.log = self.log + [self.n]
        return self
    def value(this):
        return this.n
c = Counter(5)
c.up(2).up(3)
print(c.value())
print(c.log)
c.n = c.n + 1
print(c.n)
d = c
d.up(1)
print(c.n)
e = Counter(0)
print(e.n)
print(c == d)
print(c == e)
more = c.up
print(more(10).n)
print(Counter.value(c))
def own(x):
    return x * 2
c.up = own
print(c.up(4))
c.new = 1
print(c.new)
class Empty:
    def hello(self):
        return "hello " + str(self.x)
m = Empty()
m.x = 7
print(m.hello())
class Pair:
    def __init__(self, a, b):
        self.a = a
        self.b = b
p = Pair(Pair(1, 2), [3])
p.a.b = 5
print(p.a.b)
p.b[0] = 9
print(p.b)
class Node:
    def __init__(self, next):
        self.next = next
        self.me = self
        self = 3
n = None
for k in range(1, (5) + 1):
    n = Node(n)
print(n.next.next.me.next.next.next == None)
print(p.a in [p.a])
print({p: 1}[p])
