"""A server on the loopback that sets the cookies it is asked for and tells which it got.

  cookie_server.py        prints its port, serves until its input ends

  /set?c=SET-COOKIE&c=…   answers with those Set-Cookie lines
  /echo                   answers with the Cookie header as it came
  /go?to=URL&c=…          redirects, with those Set-Cookie lines
  /asked                  answers with every path and Cookie header since the start, a line each
"""
import http.server
import sys
import threading
import urllib.parse


asked = []


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(address.query)
        self.send_response(302 if address.path == "/go" else 200)
        for line in query.get("c", []):
            self.send_header("Set-Cookie", line)
        for target in query.get("to", []):
            self.send_header("Location", target)
        self.end_headers()
        if address.path == "/asked":
            self.wfile.write("".join(asked).encode())
        asked.append(f"{address.path} {self.headers.get('Cookie', '')}\n")
        if address.path == "/echo":
            self.wfile.write(self.headers.get("Cookie", "").encode())

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
