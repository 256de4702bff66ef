"""Serves pages of every host on one port, prints the port, and ends when its input ends.

  /page    stores something of every kind, then sets its title to "done"; it shows /frame of tracker.localhost
  /frame   stores what a page inside another may
  /plain   stores nothing of its own
  /read    sets its title to what is stored, as JSON
"""
import http.server
import sys
import threading

FILL = """
async function fill() {
  localStorage.setItem('key', 'value of ' + location.hostname);
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open('carts', 3);
    opening.onupgradeneeded = () => opening.result.createObjectStore('things');
    opening.onerror = reject;
    opening.onsuccess = () => {
      const change = opening.result.transaction('things', 'readwrite');
      for (let i = 0; i < 5; i++) change.objectStore('things').put({text: 'x'.repeat(100)}, i);
      change.oncomplete = resolve;
    };
  });
  const cache = await caches.open('v1');
  await cache.put('/cached', new Response('body '.repeat(2000)));
  if (window.top === window) {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
  }
}
"""

READ = """
async function read() {
  const found = {cookie: document.cookie.split('; ').filter(x => x).sort()};
  found.local = localStorage.getItem('key');
  const names = (await indexedDB.databases()).map(x => x.name);
  found.databases = names.sort();
  if (names.includes('carts')) {
    found.things = await new Promise(resolve => {
      const opening = indexedDB.open('carts');
      opening.onsuccess = () => {
        const count = opening.result.transaction('things').objectStore('things').count();
        count.onsuccess = () => resolve(count.result);
      };
    });
  }
  found.caches = await caches.keys();
  const cached = await caches.match('/cached');
  found.cached = cached ? (await cached.text()).length : 0;
  found.workers = (await navigator.serviceWorker.getRegistrations()).length;
  return JSON.stringify(found);
}
"""


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self, kind, text, *headers):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path = self.path.split("?")[0]
        port = self.server.server_address[1]
        fresh = ("Cache-Control", "no-store")
        if path == "/page":
            frame = f'<iframe src="http://tracker.localhost:{port}/frame"></iframe>'
            script = (
                FILL + "const frame = new Promise(resolve => window.onmessage = resolve);"
                "Promise.all([fill(), frame]).then(() => document.title = 'done',"
                " error => document.title = 'failed: ' + error)")
            head = '<link rel="stylesheet" href="/style.css">'
            self.answer(
                "text/html", f"{head}{frame}<script>{script}</script>", fresh,
                ("Set-Cookie", "sid=1; Max-Age=86400"), ("Set-Cookie", "theme=dark; Max-Age=86400"))
        elif path == "/frame":
            script = FILL + "fill().then(() => parent.postMessage('done', '*'), error => parent.postMessage('' + error, '*'))"
            self.answer(
                "text/html", f'<link rel="stylesheet" href="/style.css"><script>{script}</script>', fresh)
        elif path == "/plain":
            self.answer("text/html", "<script>document.title = 'done'</script>", fresh)
        elif path == "/read":
            self.answer(
                "text/html", f"<script>{READ}read().then(text => document.title = text,"
                " error => document.title = 'failed: ' + error)</script>", fresh)
        elif path == "/worker.js":
            self.answer("text/javascript", "self.addEventListener('fetch', () => {})", fresh)
        else:
            self.answer(
                "text/css", f"/* {self.headers['Host']} */" + "b {}" * 4000,
                ("Cache-Control", "max-age=86400"))

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
