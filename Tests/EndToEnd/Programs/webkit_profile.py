"""A WebKitGTK program with one profile, for the API named: 6.0 or 4.1. It needs a display.

  webkit_profile.py API PROFILE visit URL …        loads pages until each sets its title, and prints the titles
  webkit_profile.py API PROFILE list               prints what the engine finds of each site, as JSON
  webkit_profile.py API PROFILE hsts HOST …        remembers hosts as reached by HTTPS only
  webkit_profile.py API PROFILE salts ORIGIN …     gives origins, as http_HOST_PORT, a salt for ids of devices each
  webkit_profile.py API PROFILE remove SITE TYPE…  removes types of one site as the engine does it
  webkit_profile.py API PROFILE hold URL           loads a page, prints "ready", and stays until its input ends

PROFILE is a folder; data and cache are directories in it.
"""
import json
import os
import sys

import gi

api, profile, act, rest = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
is_new = api == "6.0"
if is_new:
    gi.require_version("Gtk", "4.0")
    gi.require_version("WebKit", "6.0")
    from gi.repository import GLib, Gtk, WebKit
else:
    gi.require_version("Gtk", "3.0")
    gi.require_version("WebKit2", "4.1")
    from gi.repository import GLib, Gtk
    from gi.repository import WebKit2 as WebKit
gi.require_version("Soup", "3.0")
from gi.repository import Soup

data, cache = os.path.join(profile, "data"), os.path.join(profile, "cache")
loop = GLib.MainLoop()


def stop(status=0):
    # Leaving through the interpreter would tear the session down in an order that GLib does not survive.
    sys.stdout.flush()
    os._exit(status)


def run(seconds):
    """Runs the loop; false when it was not ended in time."""
    late = []
    timer = GLib.timeout_add_seconds(seconds, lambda: (late.append(1), loop.quit()))
    loop.run()
    if not late:
        GLib.source_remove(timer)
    return not late


def open_profile():
    """The object that has the managers, and the manager of website data."""
    if is_new:
        session = WebKit.NetworkSession.new(data, cache)
        cookies, manager = session.get_cookie_manager(), session.get_website_data_manager()
    else:
        manager = WebKit.WebsiteDataManager(base_data_directory=data, base_cache_directory=cache)
        session = WebKit.WebContext.new_with_website_data_manager(manager)
        cookies = session.get_cookie_manager()
    jar = os.path.join(data, "cookies.sqlite")
    cookies.set_persistent_storage(jar, WebKit.CookiePersistentStorage.SQLITE)
    return session, manager


def state():
    """Every file of the profile with its size and time."""
    found = {}
    for folder, _, names in os.walk(profile):
        for name in names:
            path = os.path.join(folder, name)
            try:
                status = os.lstat(path)
            except FileNotFoundError:
                continue
            found[path] = (status.st_size, status.st_mtime_ns)
    return found


def gather_writes():
    """Waits until the engine has written: it gathers for up to a second, and files go after its answer.

    The files have to stay as they are for two seconds and a half, which has to come within a minute.
    """
    seen = {"state": state(), "same": 0, "looks": 0}

    def look():
        now = state()
        seen["same"] = seen["same"] + 1 if now == seen["state"] else 0
        seen["state"] = now
        seen["looks"] += 1
        if seen["same"] < 5 and seen["looks"] < 120:
            return True
        loop.quit()
        return False

    GLib.timeout_add(500, look)
    loop.run()


def visit(session, urls):
    Gtk.init() if is_new else Gtk.init([])
    view = WebKit.WebView(network_session=session) if is_new else WebKit.WebView.new_with_context(session)
    window = Gtk.Window()
    window.set_child(view) if is_new else window.add(view)
    window.present() if is_new else window.show_all()
    titles = []

    def titled(*_):
        if view.get_title():
            titles.append(view.get_title())
            loop.quit()

    view.connect("notify::title", titled)
    for url in urls:
        count = len(titles)
        view.load_uri(url)
        if not run(60) or len(titles) == count:
            sys.exit(f"webkit_profile: {url} did not end")
    gather_writes()
    return titles


flag = WebKit.WebsiteDataTypes
names = {
    "diskCache": flag.DISK_CACHE, "localStorage": flag.LOCAL_STORAGE,
    "indexedDBDatabases": flag.INDEXEDDB_DATABASES, "cookies": flag.COOKIES,
    "hashSalt": flag.DEVICE_ID_HASH_SALT, "hstsCache": flag.HSTS_CACHE,
    "resourceLoadStatistics": flag.ITP,
    "serviceWorkerRegistrations": flag.SERVICE_WORKER_REGISTRATIONS,
    "fetchCache": flag.DOM_CACHE,
}


def records(manager):
    answer = []

    def done(source, result):
        answer.append(source.fetch_finish(result))
        loop.quit()

    manager.fetch(flag.ALL, None, done)
    if not run(60):
        sys.exit("webkit_profile: nothing was fetched")
    return answer[0]


def remove(manager, site, types):
    bits = flag(0)
    for name in types:
        bits |= names[name]

    def done(source, result):
        source.remove_finish(result)
        loop.quit()

    manager.remove(bits, [entry for entry in records(manager) if entry.get_name() == site], None, done)
    if not run(60):
        sys.exit("webkit_profile: nothing was removed")
    gather_writes()


def fetch(manager):
    return [
        {
            "site": entry.get_name(),
            "types": {
                name: entry.get_size(bit) for name, bit in names.items() if entry.get_types() & bit
            },
        } for entry in records(manager)
    ]


if act == "hsts":
    folder = os.path.join(cache, "HSTS") if is_new else cache
    os.makedirs(folder, exist_ok=True)
    enforcer = Soup.HSTSEnforcerDB.new(os.path.join(folder, "hsts-storage.sqlite"))
    for host in rest:
        enforcer.set_policy(Soup.HSTSPolicy.new(host, 86400, False))
    stop()

if act == "salts":
    folder = os.path.join(data, "deviceidhashsalts", "1")
    os.makedirs(folder, exist_ok=True)
    for number, origin in enumerate(rest):
        fields = {
            "origin": GLib.Variant("s", origin), "parentOrigin": GLib.Variant("s", origin),
            "lastTimeUsed": GLib.Variant("d", 1.7e9),
        }
        # WebKit reads a file back when its name has just 48 digits.
        with open(os.path.join(folder, "%048X" % (number + (0xABCDEF << 168))), "wb") as file:
            file.write(GLib.Variant("a{sv}", fields).get_data_as_bytes().get_data())
    stop()

session, manager = open_profile()
if act == "visit":
    print("\n".join(visit(session, rest)))
elif act == "list":
    print(json.dumps(fetch(manager)))
elif act == "remove":
    remove(manager, rest[0], rest[1:])
elif act == "hold":
    visit(session, rest)
    print("ready", flush=True)
    sys.stdin.read()
stop()
