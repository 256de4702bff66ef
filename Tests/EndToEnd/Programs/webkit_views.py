"""A WebKitGTK program with web views in two contexts, one of them in memory only; needs a display.

  webkit_views.py 6.0|4.1 FOLDER

Its data goes below FOLDER: the jar into FOLDER/cookies.sqlite. It prints "ready PID" with its own process id when every
view has loaded its page, then stays until its input ends.
"""
import os
import sys
import threading

import gi

version, folder = sys.argv[1], sys.argv[2]
gtk, webkit = ("4.0", "WebKit") if version == "6.0" else ("3.0", "WebKit2")
gi.require_version("Gtk", gtk)
gi.require_version(webkit, version)
from gi.repository import GLib, Gtk
if version == "6.0":
    from gi.repository import WebKit
    Gtk.init()
else:
    from gi.repository import WebKit2 as WebKit
    Gtk.init([])

data, cache = os.path.join(folder, "data"), os.path.join(folder, "cache")
jar = os.path.join(folder, "cookies.sqlite")
if version == "6.0":
    sessions = [WebKit.NetworkSession.new(data, cache), WebKit.NetworkSession.new_ephemeral()]
    manager = sessions[0].get_cookie_manager()
    views = [WebKit.WebView(web_context=WebKit.WebContext(), network_session=session) for session in sessions]
else:
    kept = WebKit.WebsiteDataManager(base_data_directory=data, base_cache_directory=cache)
    contexts = [WebKit.WebContext.new_with_website_data_manager(kept), WebKit.WebContext.new_ephemeral()]
    manager = contexts[0].get_cookie_manager()
    views = [WebKit.WebView.new_with_context(context) for context in contexts]
manager.set_persistent_storage(jar, WebKit.CookiePersistentStorage.SQLITE)
loop = GLib.MainLoop()
waiting = set(views)


def loaded(view, event):
    if event == WebKit.LoadEvent.FINISHED and view in waiting:
        waiting.remove(view)
        if not waiting:
            print("ready", os.getpid(), flush=True)


def end():
    sys.stdin.read()
    # Leaving through the interpreter would tear the views down in an order that GTK does not survive.
    os._exit(0)


windows = []
for view in views:
    view.connect("load-changed", loaded)
    window = Gtk.Window()
    if version == "6.0":
        window.set_child(view)
        window.present()
    else:
        window.add(view)
        window.show_all()
    windows.append(window)
    view.load_html("<title>A page</title>", "http://page.example/")
threading.Thread(target=end, daemon=True).start()
loop.run()
