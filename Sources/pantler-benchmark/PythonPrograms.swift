/// What Python does for comparison; each program prints the seconds that its work took.
extension FormatFigures {
  /// Reads a file of binary cookies with the package of that name, where it is installed.
  static let pythonReader = """
    import binarycookies, sys, time
    start = time.perf_counter()
    with open(sys.argv[1], 'rb') as file:
        assert binarycookies.load(file)
    print(time.perf_counter() - start)
    """

  /// Reads a file of binary cookies with no more than `struct`, which is the least that Python can do.
  static let pythonLoop = """
    import struct, sys, time
    def text(record, offset):
        return record[offset:record.index(b'\\0', offset)].decode('utf-8', 'replace')
    start = time.perf_counter()
    data = open(sys.argv[1], 'rb').read()
    count, = struct.unpack('>i', data[4:8])
    sizes = struct.unpack('>%di' % count, data[8:8 + 4 * count])
    place, found = 8 + 4 * count, []
    for size in sizes:
        page = data[place:place + size]
        place += size
        number, = struct.unpack('<i', page[4:8])
        for offset in struct.unpack('<%di' % number, page[8:8 + 4 * number]):
            length, = struct.unpack('<i', page[offset:offset + 4])
            record = page[offset:offset + length]
            flags, = struct.unpack('<i', record[8:12])
            host, name, path, value = struct.unpack('<4i', record[16:32])
            expiry, creation = struct.unpack('<2d', record[40:56])
            found.append({
                'host': text(record, host), 'name': text(record, name),
                'path': text(record, path), 'value': text(record, value), 'flags': flags,
                'expiry': expiry + 978307200, 'creation': creation + 978307200})
    assert found
    print(time.perf_counter() - start)
    """

  /// Reads a `cookies.txt` with the standard library.
  static let pythonJar = """
    import http.cookiejar, sys, time
    start = time.perf_counter()
    jar = http.cookiejar.MozillaCookieJar()
    jar.load(sys.argv[1], ignore_discard=True, ignore_expires=True)
    assert len(jar)
    print(time.perf_counter() - start)
    """

  /// Parses one line many times with the standard library.
  static let pythonSetCookie = """
    import http.cookies, sys, time
    line, count = sys.argv[1], int(sys.argv[2])
    start = time.perf_counter()
    for _ in range(count):
        http.cookies.SimpleCookie(line)
    print(time.perf_counter() - start)
    """
}
