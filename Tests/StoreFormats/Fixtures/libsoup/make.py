"""Makes the jars in this folder with libsoup 3, through PyGObject: python3 make.py FOLDER"""

import sys

import gi

gi.require_version("Soup", "3.0")
from gi.repository import GLib, Soup

folder = sys.argv[1]
LATE = GLib.DateTime.new_utc(2060, 1, 1, 0, 0, 0)
NEXT = GLib.DateTime.new_utc(2035, 1, 1, 0, 0, 0)


def cookies():
    def one(name, value, domain, path, expires=NEXT, secure=False, http_only=False, same_site=None):
        cookie = Soup.Cookie.new(name, value, domain, path, -1)
        cookie.set_expires(expires)
        cookie.set_secure(secure)
        cookie.set_http_only(http_only)
        if same_site is not None:
            cookie.set_same_site_policy(same_site)
        return cookie

    yield one("sid", "s1", "shop.example", "/", secure=True, http_only=True)
    yield one("wide", "two words", ".shop.example", "/", same_site=Soup.SameSitePolicy.LAX)
    yield one("id", "root", "shop.example", "/", same_site=Soup.SameSitePolicy.STRICT)
    yield one("id", "deep", "shop.example", "/cart")
    yield one("late", "x", "shop.example", "/", expires=LATE)
    yield Soup.Cookie.new("session", "gone", "shop.example", "/", -1)


for jar in (
    Soup.CookieJarDB.new(folder + "/jar.sqlite", False),
    Soup.CookieJarText.new(folder + "/jar.txt", False),
):
    for cookie in cookies():
        jar.add_cookie(cookie)
Soup.CookieJarDB.new(folder + "/empty.sqlite", False)
