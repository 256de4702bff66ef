"""A WebKitGTK 6.0 program without a window, with its cookies in the jar named.

  webkit_jar.py JAR set 'name|value|domain|path|max-age|flags' …   adds cookies (flags: any of s h, and L or S for SameSite)
  webkit_jar.py JAR list                                           prints one line a cookie, sorted
  webkit_jar.py JAR hold                                           opens the jar, prints "ready", and stays until its input ends
"""
import os
import sys
import tempfile

import gi

gi.require_version("WebKit", "6.0")
gi.require_version("Soup", "3.0")
from gi.repository import GLib, Soup, WebKit

jar, act, rest = sys.argv[1], sys.argv[2], sys.argv[3:]
scratch = os.path.dirname(os.path.abspath(jar))
session = WebKit.NetworkSession.new(os.path.join(scratch, "data"), os.path.join(scratch, "cache"))
manager = session.get_cookie_manager()
kind = WebKit.CookiePersistentStorage.TEXT if jar.endswith(".txt") else WebKit.CookiePersistentStorage.SQLITE
manager.set_persistent_storage(jar, kind)
loop = GLib.MainLoop()


def wait(start, finish):
    """Runs one asynchronous call to its end."""
    answer = []

    def done(source, result):
        try:
            answer.append(finish(result))
        except GLib.Error as error:
            answer.append(error)
        loop.quit()

    start(done)
    GLib.timeout_add_seconds(30, loop.quit)
    loop.run()
    if not answer or isinstance(answer[0], GLib.Error):
        sys.exit(f"webkit_jar: {answer}")
    return answer[0]


def listing():
    return wait(lambda done: manager.get_all_cookies(None, done), manager.get_all_cookies_finish)


if act == "set":
    for text in rest:
        name, value, domain, path, age, flags = text.split("|")
        cookie = Soup.Cookie.new(name, value, domain, path, int(age))
        cookie.set_secure("s" in flags)
        cookie.set_http_only("h" in flags)
        if "L" in flags:
            cookie.set_same_site_policy(Soup.SameSitePolicy.LAX)
        if "S" in flags:
            cookie.set_same_site_policy(Soup.SameSitePolicy.STRICT)
        wait(lambda done: manager.add_cookie(cookie, None, done), manager.add_cookie_finish)
    listing()
elif act == "list":
    lines = []
    for cookie in listing():
        flags = ("s" if cookie.get_secure() else "") + ("h" if cookie.get_http_only() else "")
        lines.append(f"{cookie.get_name()}={cookie.get_value()} {cookie.get_domain()} {cookie.get_path()} {flags}")
    print("\n".join(sorted(lines)))
elif act == "hold":
    listing()
    print("ready", flush=True)
    sys.stdin.read()

# Leaving through the interpreter would tear the session down in an order that GLib does not survive.
sys.stdout.flush()
os._exit(0)
