import CPublicSuffix

/// The public suffix list.
///
/// It tells names under which anyone can register (`com`, `co.uk`, `github.io`) from the domains that
/// somebody owns. A name the list does not know is one label deep: of `a.intranet`, `intranet` is the suffix.
/// Values are cheap to copy and may be used from any thread.
public struct PublicSuffixes: Sendable {
  private let list: List

  /// The newest list on this machine: the one the system installs, else the one built into libpsl.
  ///
  /// It is loaded once, at first use.
  public static let system = PublicSuffixes(list: List(latest: ()))

  /// The list built into libpsl, whatever the system installs.
  public static let builtin = PublicSuffixes(list: List(builtin: ()))

  /// Loads a list, plain or compiled, or returns nil when the file cannot be read as one.
  public init?(contentsOf path: String) {
    guard let list = List(path: path) else { return nil }
    self.list = list
  }

  private init(list: List) {
    self.list = list
  }

  /// Reports whether a canonical host is a public suffix.
  public func isPublicSuffix(_ host: CanonicalHost) -> Bool {
    guard !host.isAddress else { return false }
    return list.isPublicSuffix(withoutTrailingDot(host.name))
  }

  /// Reports whether the list itself names a host as a public suffix.
  ///
  /// `intranet`, which is one because no rule names it, is not listed.
  public func isListed(_ host: CanonicalHost) -> Bool {
    guard !host.isAddress else { return false }
    return list.isPublicSuffix(withoutTrailingDot(host.name), countsUnlisted: false)
  }

  /// Reports whether a host or domain, with or without a leading dot, is a public suffix.
  public func isPublicSuffix(_ domain: String) -> Bool {
    CanonicalHost(domain: domain).map { isPublicSuffix($0) } ?? false
  }

  /// Returns the public suffix and one label more, or nil when the host has no such part.
  ///
  /// An address has none, nor has a public suffix itself, nor what begins with a dot. The answer is in lower
  /// case and keeps Unicode labels as they were given.
  public func registrableDomain(of host: String) -> String? {
    guard host.utf8.first != UInt8(ascii: "."), let canonical = CanonicalHost(host) else {
      return nil
    }
    guard let domain = registrableDomain(of: canonical) else { return nil }
    guard host.utf8.contains(where: { $0 >= 0x80 }) else { return domain }
    let count = domain.utf8.count { $0 == UInt8(ascii: ".") } + 1
    let labels = host.lowercased().split(separator: ".")
    return labels.suffix(count).joined(separator: ".")
  }

  /// Returns the registrable domain of a canonical host in A-labels, without a trailing dot.
  public func registrableDomain(of host: CanonicalHost) -> String? {
    guard !host.isAddress else { return nil }
    let name = withoutTrailingDot(host.name)
    guard !name.isEmpty, name.utf8.last != UInt8(ascii: ".") else { return nil }
    return list.registrableDomain(name)
  }

  /// Returns the site that a host or a stored domain belongs to.
  ///
  /// A leading dot is ignored. What is no valid host is its own bare host.
  public func site(ofHost text: String) -> Site {
    guard let host = CanonicalHost(domain: text) else {
      let name = text.utf8.first == UInt8(ascii: ".") ? String(text.dropFirst()) : text
      return Site(name: asciiLowercased(name), kind: .bareHost)
    }
    return site(of: host)
  }

  /// Returns the site that a canonical host belongs to.
  public func site(of host: CanonicalHost) -> Site {
    if host.isAddress { return Site(name: host.name, kind: .address) }
    guard let domain = registrableDomain(of: host) else {
      return Site(name: withoutTrailingDot(host.name), kind: .bareHost)
    }
    return Site(name: domain, kind: .registrableDomain)
  }

  /// Returns every domain that a cookie for a host may have, shortest first, public suffixes left out.
  public func cookieDomains(of host: CanonicalHost) -> [String] {
    let name = withoutTrailingDot(host.name)
    guard let shortest = registrableDomain(of: host) else { return host.isAddress ? [name] : [] }
    var domains: [String] = []
    var rest = name[...]
    while rest.utf8.count > shortest.utf8.count {
      domains.append(String(rest))
      guard let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) else { break }
      rest = rest[rest.index(after: dot)...]
    }
    return [shortest] + domains.reversed()
  }

  private func withoutTrailingDot(_ name: String) -> String {
    name.utf8.last == UInt8(ascii: ".") && name.utf8.count > 1 ? String(name.dropLast()) : name
  }
}

/// Owns a list that libpsl loaded.
///
/// The list never changes after it is loaded, and libpsl reads it without writing anything, so that threads
/// may share it. Its address is kept as a number, because a pointer says nothing about that.
private final class List: Sendable {
  private let address: UInt
  private let isOwned: Bool

  init(latest: Void) {
    if let loaded = psl_latest(nil) {
      address = UInt(bitPattern: loaded)
      isOwned = loaded != psl_builtin()
    } else {
      address = psl_builtin().map { UInt(bitPattern: $0) } ?? 0
      isOwned = false
    }
  }

  init(builtin: Void) {
    address = psl_builtin().map { UInt(bitPattern: $0) } ?? 0
    isOwned = false
  }

  init?(path: String) {
    guard let loaded = psl_load_file(path) else { return nil }
    address = UInt(bitPattern: loaded)
    isOwned = true
  }

  deinit {
    if isOwned { psl_free(OpaquePointer(bitPattern: address)) }
  }

  func isPublicSuffix(_ name: String, countsUnlisted: Bool = true) -> Bool {
    guard let pointer = OpaquePointer(bitPattern: address) else {
      return countsUnlisted && !name.contains(".")
    }
    let types = PSL_TYPE_ANY | (countsUnlisted ? 0 : PSL_TYPE_NO_STAR_RULE)
    return psl_is_public_suffix2(pointer, name, types) == 1
  }

  func registrableDomain(_ name: String) -> String? {
    guard let pointer = OpaquePointer(bitPattern: address) else { return nil }
    // The answer points into the name, which lives as long as the closure.
    return name.withCString { cString in
      psl_registrable_domain(pointer, cString).map { String(cString: $0) }
    }
  }
}
