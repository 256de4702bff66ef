#if WebKitGTK
  import CWebKitGTK
  import CookieCore
  import StoreModel

  extension WebKitStore {
    /// All cookies, also those that have expired and wait to be dropped.
    func allCookies() async throws(CallFailure) -> [Cookie] {
      let manager = cookieManager
      return try await GLibCall.run {
        webkit_cookie_manager_get_all_cookies(manager, nil, $0, $1)
      } finish: { result, error in
        let list = webkit_cookie_manager_get_all_cookies_finish(manager, result, &error)
        defer { g_list_free_full(list) { $0.map { soup_cookie_free(OpaquePointer($0)) } } }
        return elements(of: list).map { Cookie(soup: $0) }
      }
    }

    /// Sets cookies in order and reads them back, because the engine says yes to what it refuses.
    ///
    /// - Parameter time: now; a cookie that has expired by then is refused.
    func set(
      _ cookies: [Cookie], at time: Timestamp
    ) async throws(CallFailure) -> [LiveOutcome] {
      var refusals: [Int: String] = [:]
      for (index, cookie) in cookies.enumerated() {
        if let expiry = cookie.expiryTime, expiry <= time {
          refusals[index] = "It has expired."
        } else if try await !add(cookie) {
          refusals[index] = "It holds a NUL, which the engine's strings cannot."
        }
      }
      let held = try await settled(after: cookies.map(\.key))
      return cookies.enumerated().map { index, cookie in
        if let reason = refusals[index] { return .refused(reason: reason) }
        guard let found = held.first(where: { $0.key == cookie.key }) else {
          return .refused(reason: "")
        }
        return found.isAsKept(of: cookie) ? .done : .altered
      }
    }

    /// Deletes cookies whatever their value, and reads back.
    func delete(_ keys: [CookieKey]) async throws(CallFailure) -> [LiveOutcome] {
      let before = try await allCookies()
      var found: Set<CookieKey> = []
      for key in keys {
        guard var cookie = before.first(where: { $0.key == key }) else { continue }
        found.insert(key)
        // The engine's own deletion wants the very value; an expired cookie takes away any.
        cookie.expiryTime = Timestamp(seconds: 1)
        _ = try await add(cookie)
      }
      let held = Set(try await settled(after: keys).map(\.key))
      return keys.map { key in
        if held.contains(key) { return .refused(reason: "") }
        return found.contains(key) ? .done : .goneAlready
      }
    }

    /// Gives the engine a cookie; false when it is none that a C string can hold.
    private func add(_ cookie: Cookie) async throws(CallFailure) -> Bool {
      guard let soup = cookie.makeSoupCookie() else { return false }
      defer { soup_cookie_free(soup) }
      let manager = cookieManager
      // What the engine answers means nothing; reading back does.
      _ = try await GLibCall.run {
        webkit_cookie_manager_add_cookie(manager, soup, nil, $0, $1)
      } finish: { result, error in
        webkit_cookie_manager_add_cookie_finish(manager, result, &error)
      }
      return true
    }

    /// The cookies after some were changed, with the file in agreement.
    ///
    /// libsoup's database forgets every cookie with the same name and host when one of them changes, whatever the
    /// path; memory keeps them. Writing all of them from memory puts that right. A cookie that a response sets between
    /// the two calls is lost, so this is done only where such cookies are.
    private func settled(after keys: [CookieKey]) async throws(CallFailure) -> [Cookie] {
      let held = try await allCookies()
      let touched = Set(keys.map(NameAndHost.init))
      guard place != nil,
        held.contains(where: { cookie in
          touched.contains(NameAndHost(cookie.key)) && !keys.contains(cookie.key)
            || keys.count { NameAndHost($0) == NameAndHost(cookie.key) } > 1
        })
      else { return held }
      try await replace(with: held)
      return try await allCookies()
    }

    /// - Precondition: there is a cookie; the engine never answers to none.
    private func replace(with cookies: [Cookie]) async throws(CallFailure) {
      let soups = cookies.compactMap { $0.makeSoupCookie() }
      precondition(!soups.isEmpty, "there is nothing to replace the cookies with")
      var list: UnsafeMutablePointer<GList>?
      for soup in soups.reversed() { list = g_list_prepend(list, UnsafeMutableRawPointer(soup)) }
      defer { g_list_free_full(list) { $0.map { soup_cookie_free(OpaquePointer($0)) } } }
      let manager = cookieManager
      let cookies = list
      _ = try await GLibCall.run {
        webkit_cookie_manager_replace_cookies(manager, cookies, nil, $0, $1)
      } finish: { result, error in
        webkit_cookie_manager_replace_cookies_finish(manager, result, &error)
      }
    }
  }

  /// The cookies that libsoup's database takes for one.
  private struct NameAndHost: Hashable {
    let name: CookieText
    let domain: CookieText
    let hostOnly: Bool

    init(_ key: CookieKey) {
      name = key.name
      domain = key.domain
      hostOnly = key.hostOnly
    }
  }

  extension Cookie {
    /// Whether this is what the engine keeps of a cookie: times in whole seconds, no creation time.
    fileprivate func isAsKept(of cookie: Cookie) -> Bool {
      value == cookie.value && secure == cookie.secure && httpOnly == cookie.httpOnly
        && expiryTime?.seconds == cookie.expiryTime?.seconds
        && (sameSite == cookie.sameSite
          || cookie.sameSite == SameSite.none && sameSite == .unspecified)
    }
  }
#endif
