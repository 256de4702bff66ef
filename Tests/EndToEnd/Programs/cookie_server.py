"""A server on the loopback that sets the cookies it is asked for and tells which it got.

  cookie_server.py        prints its port, serves until its input ends

  /set?c=SET-COOKIE&c=…   answers with those Set-Cookie lines
  /echo                   answers with the Cookie header as it came
"""
import http.server
import sys
import threading
import urllib.parse


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        self.send_response(200)
        for line in urllib.parse.parse_qs(address.query).get("c", []):
            self.send_header("Set-Cookie", line)
        self.end_headers()
        if address.path == "/echo":
            self.wfile.write(self.headers.get("Cookie", "").encode())

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
