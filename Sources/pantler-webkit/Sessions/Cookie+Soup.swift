#if WebKitGTK
  import CWebKitGTK
  import CookieCore

  extension Cookie {
    /// Reads a cookie of libsoup, which knows no creation time, no partition and no SameSite=None of its own.
    ///
    /// - Parameter soup: a cookie that stays the caller's.
    init(soup: OpaquePointer) {
      let domain = CookieText(soup_cookie_get_domain(soup))
      let hasDot = domain.text.hasPrefix(".")
      self.init(
        name: CookieText(soup_cookie_get_name(soup)),
        value: CookieText(soup_cookie_get_value(soup)),
        domain: hasDot ? CookieText(bytes: domain.bytes.dropFirst()) : domain, hostOnly: !hasDot,
        path: CookieText(soup_cookie_get_path(soup)), secure: soup_cookie_get_secure(soup) != 0,
        httpOnly: soup_cookie_get_http_only(soup) != 0,
        sameSite: SameSite(soup: soup_cookie_get_same_site_policy(soup)),
        expiryTime: soup_cookie_get_expires(soup).map { date in
          Timestamp(seconds: Int64(g_date_time_to_unix(date)))
        })
    }

    /// Makes a cookie of libsoup, which the caller frees; nil when a field holds a NUL, which no C string can.
    func makeSoupCookie() -> OpaquePointer? {
      let fields = [name, value, domain, path].map(\.bytes)
      guard !fields.contains(where: { $0.contains(0) }) else { return nil }
      let strings = [
        fields[0], fields[1], hostOnly ? fields[2] : [UInt8(ascii: ".")] + fields[2], fields[3],
      ]
      .map { $0.map { CChar(bitPattern: $0) } + [0] }
      guard let soup = soup_cookie_new(strings[0], strings[1], strings[2], strings[3], -1) else {
        return nil
      }
      soup_cookie_set_secure(soup, secure ? 1 : 0)
      soup_cookie_set_http_only(soup, httpOnly ? 1 : 0)
      soup_cookie_set_same_site_policy(soup, sameSite.soupPolicy)
      if let date = expiryTime.flatMap({ g_date_time_new_from_unix_utc(gint64($0.seconds)) }) {
        soup_cookie_set_expires(soup, date)
        g_date_time_unref(date)
      }
      return soup
    }
  }

  extension CookieText {
    /// Copies a C string; nothing for none.
    fileprivate init(_ string: UnsafePointer<CChar>?) {
      guard let string else {
        self.init(bytes: [])
        return
      }
      self.init(
        bytes: string.withMemoryRebound(to: UInt8.self, capacity: strlen(string) + 1) {
          Array(UnsafeBufferPointer(start: $0, count: strlen(string)))
        })
    }
  }

  extension SameSite {
    fileprivate init(soup policy: SoupSameSitePolicy) {
      switch policy {
      case SOUP_SAME_SITE_POLICY_LAX: self = .lax
      case SOUP_SAME_SITE_POLICY_STRICT: self = .strict
      default: self = .unspecified
      }
    }

    fileprivate var soupPolicy: SoupSameSitePolicy {
      switch self {
      case .lax: SOUP_SAME_SITE_POLICY_LAX
      case .strict: SOUP_SAME_SITE_POLICY_STRICT
      case .unspecified, .none: SOUP_SAME_SITE_POLICY_NONE
      }
    }
  }
#endif
