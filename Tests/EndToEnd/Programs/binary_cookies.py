"""Reads Apple's Cookies.binarycookies from the description of its format, with nothing of Pantler's.

  binary_cookies.py FILE   prints name, value, domain, path and flags, a cookie a line, sorted
"""
import struct
import sys


def text(cookie, offset):
    return cookie[offset:cookie.index(b"\0", offset)].decode()


data = open(sys.argv[1], "rb").read()
if data[:4] != b"cook":
    sys.exit("binary_cookies: no such file")
count = struct.unpack_from(">I", data, 4)[0]
sizes = struct.unpack_from(f">{count}I", data, 8)
start = 8 + 4 * count
lines = []
for size in sizes:
    page = data[start:start + size]
    start += size
    number = struct.unpack_from("<I", page, 4)[0]
    for offset in struct.unpack_from(f"<{number}I", page, 8):
        cookie = page[offset:offset + struct.unpack_from("<I", page, offset)[0]]
        flags = struct.unpack_from("<I", cookie, 8)[0]
        domain, name, path, value = struct.unpack_from("<4I", cookie, 16)
        words = f"secure={bool(flags & 1)} httpOnly={bool(flags & 4)}"
        lines.append(f"{text(cookie, name)}={text(cookie, value)} {text(cookie, domain)} {text(cookie, path)} {words}")
for line in sorted(lines):
    print(line)
