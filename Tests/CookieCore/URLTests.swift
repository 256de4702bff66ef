import CookieCore
import Testing

@Suite("A URL is read as far as cookies depend on it")
struct URLTests {
  @Test(arguments: [
    ("http://Example.COM", "http", "example.com", nil as Int?, "/"),
    ("https://user:pw@shop.example:8443/a/../b/./c?q=1#f", "https", "shop.example", 8443, "/b/c"),
    ("http://[::1]:80/x", "http", "[::1]", 80, "/x"),
    ("http://0x7f.1/", "http", "127.0.0.1", nil, "/"),
    ("http://b%C3%BCcher.example/%7e~", "http", "xn--bcher-kva.example", nil, "/%7e~"),
    ("http:\\\\host.example\\a\\b", "http", "host.example", nil, "/a/b"),
    ("https://host.example/a b/ü\"", "https", "host.example", nil, "/a%20b/%C3%BC%22"),
    ("  ws://host.example/a\t\nb ", "ws", "host.example", nil, "/ab"),
    ("http://host.example/%2e%2E/x/%2e", "http", "host.example", nil, "/x/"),
    ("http://host.example?q", "http", "host.example", nil, "/"),
    ("capacitor://localhost/index.html", "capacitor", "localhost", nil, "/index.html"),
    ("http://host.example:/", "http", "host.example", nil, "/"),
    ("http://host.example:65535/", "http", "host.example", 65_535, "/"),
    ("https://xn--bcher-kva.example/", "https", "xn--bcher-kva.example", nil, "/"),
    ("https://xn--i-7iq.example/", "https", "xn--i-7iq.example", nil, "/"),
    ("http://host.example./", "http", "host.example.", nil, "/"),
  ])
  func parts(text: String, scheme: String, host: String, port: Int?, path: String) throws {
    let parsed = try url(text)
    #expect(parsed.scheme == scheme)
    #expect(parsed.host?.name == host)
    #expect(parsed.port == port)
    #expect(parsed.path == path)
  }

  @Test("what has no scheme is no URL, and an impossible host is none")
  func impossible() throws {
    for text in ["", "shop.example/a", "://x", "1a://x", "/path"] {
      #expect(CookieURL(text) == nil)
    }
    for text in [
      "http://", "http://a b/", "file:///etc/hosts", "http://foo.example../",
      "https://host.example:65536/", "https://host.example:99999999999999999999/",
      "https://xn--a/", "https://a.xn--/", "https://xn--abc-.example/",
    ] {
      #expect(try url(text).host == nil)
    }
  }

  @Test("this machine is recognised by name and address")
  func localhost() throws {
    for text in ["http://localhost", "http://a.localhost.", "http://127.8.8.8", "http://[::1]"] {
      #expect(try url(text).isLocalhost)
    }
    for text in ["http://localhost.example", "http://128.0.0.1", "http://notlocalhost"] {
      #expect(try !url(text).isLocalhost)
    }
  }
}
