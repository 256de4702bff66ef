"""Serves a page of any host that keeps busy; prints the port, and ends when its input ends.

  /many?n=COUNT   sets COUNT cookies by script, then its title to "done"
  /late           sets a cookie by script some time after it was loaded
  /slow           never answers
  /asked          answers with the path and Cookie header of every page, a line each
"""
import http.server
import sys
import threading
import urllib.parse

stopping = threading.Event()
asked = []


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        if address.path == "/slow":
            asked.append("/slow\n")
            stopping.wait()
            return
        if address.path == "/asked":
            self.send_response(200)
            self.end_headers()
            self.wfile.write("".join(asked).encode())
            return
        if address.path == "/many":
            asked.append(f"{address.path} {self.headers.get('Cookie', '')}\n")
        if address.path == "/late":
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(
                b"<script>onload = () => setTimeout(() => document.cookie = 'late=1', 500)</script>")
            return
        count = urllib.parse.parse_qs(address.query).get("n", ["0"])[0]
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(
            f"<script>for (let i = 0; i < {int(count)}; i++) document.cookie = 'c=' + i;"
            "document.title = 'done'</script>".encode())

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
stopping.set()
