import FoundationEssentials
import StoreModel

/// A `Library` directory and the cookie files in it.
struct AppleLibrary {
  let path: String
  /// The home directory of this user, which is never an app's container.
  let home: String

  private var container: String { FilePath.parent(of: path) }

  /// The cookie files, each with what is known about it.
  func candidates(_ search: inout Search) -> [StoreCandidate] {
    let isUserHome = container == home || search.entry(path + "/Containers") != nil
    let bundle = isUserHome ? nil : bundleID(&search)
    var found: [StoreCandidate] = []
    for file in search.entries(of: path + "/Cookies") where isCookieFile(file) {
      found.append(bundle.map { inContainer(file, $0) } ?? inHome(file))
    }
    for file in search.entries(of: path + "/HTTPStorages") where isCookieFile(file) {
      found.append(inHome(file, remark: AppleRemark.httpStorages))
    }
    if let bundle, !found.contains(where: { $0.kind == .standard }), hasDefaultData(&search) {
      found.append(dataAlone(of: bundle))
    }
    found += identifiedStores(in: path + "/WebKit", bundle ?? container, &search)
    if isUserHome {
      for directory in search.directories(in: path + "/WebKit") {
        found += identifiedStores(in: directory.path, directory.name, &search)
      }
    }
    return found
  }

  private func isCookieFile(_ entry: Search.Entry) -> Bool {
    entry.isFile && entry.name.hasSuffix(".binarycookies")
  }

  private func inContainer(_ file: Search.Entry, _ bundle: String) -> StoreCandidate {
    let isDefault = file.name == "Cookies.binarycookies"
    let stem = String(file.name.dropLast(".binarycookies".count))
    let isSandbox = FilePath.name(of: container) == "Data"
    return StoreCandidate(
      app: app(bundle), storeName: isDefault ? "default" : stem,
      kind: isDefault ? .standard : .shared, format: .binarycookies, path: file.path,
      title: isDefault ? "default store" : stem,
      capabilities: isDefault ? .profile(.binarycookies) : .file(.binarycookies),
      remarks: isDefault ? [isSandbox ? AppleRemark.sandbox : AppleRemark.device] : [])
  }

  private func hasDefaultData(_ search: inout Search) -> Bool {
    ["/WebKit/WebsiteData", "/Caches/WebKit"].contains {
      search.entry(path + $0)?.isDirectory ?? false
    }
  }

  /// The default store of an app that has website data and no cookies on the disk.
  private func dataAlone(of bundle: String) -> StoreCandidate {
    StoreCandidate(
      app: app(bundle), storeName: "default", kind: .standard, format: .binarycookies,
      path: path + "/Cookies/Cookies.binarycookies", title: "default store",
      capabilities: StoreCapabilities.profile(.binarycookies).withoutCookieFile,
      remarks: [AppleRemark.noCookies], hasCookieFile: false)
  }

  private func inHome(
    _ file: Search.Entry, remark: String = AppleRemark.unsandboxed
  ) -> StoreCandidate {
    let stem = String(file.name.dropLast(".binarycookies".count))
    let isEveryones = stem == "Cookies"
    let user = FilePath.name(of: container)
    return StoreCandidate(
      app: isEveryones
        ? App(id: user, name: "all programs of \(user)", engine: .apple, directory: container)
        : app(stem),
      storeName: "shared", kind: .shared, format: .binarycookies, path: file.path,
      title: "shared cookie storage",
      capabilities: isEveryones ? .file(.binarycookies) : .profile(.binarycookies),
      remarks: [isEveryones ? AppleRemark.everyones : remark])
  }

  private func identifiedStores(
    in webKit: String, _ bundle: String, _ search: inout Search
  ) -> [StoreCandidate] {
    var found: [StoreCandidate] = []
    for directory in search.directories(in: webKit + "/WebsiteDataStore") {
      guard let uuid = UUID(uuidString: directory.name) else { continue }
      let identifier = uuid.uuidString.lowercased()
      let before = found.count
      for file in search.entries(of: directory.path + "/Cookies") where isCookieFile(file) {
        let isUsual = file.name == "Cookies.binarycookies"
        found.append(
          StoreCandidate(
            app: app(bundle), storeName: isUsual ? identifier : "\(identifier)/\(file.name)",
            kind: .identified(identifier), format: .binarycookies, path: file.path,
            title: "identified store \(identifier.prefix(8))",
            capabilities: .profile(.binarycookies)))
      }
      guard found.count == before else { continue }
      found.append(
        StoreCandidate(
          app: app(bundle), storeName: identifier, kind: .identified(identifier),
          format: .binarycookies, path: directory.path + "/Cookies/Cookies.binarycookies",
          title: "identified store \(identifier.prefix(8))",
          capabilities: StoreCapabilities.profile(.binarycookies).withoutCookieFile,
          remarks: [AppleRemark.noCookies], hasCookieFile: false))
    }
    return found
  }

  private func app(_ bundle: String) -> App {
    App(id: bundle, name: bundle, engine: .apple, directory: container)
  }

  /// The bundle id of the app that a container belongs to, or the best name there is.
  private func bundleID(_ search: inout Search) -> String {
    let metadata = container + "/.com.apple.mobile_container_manager.metadata.plist"
    if let id = Self.identifier(in: metadata) { return id }
    let name = FilePath.name(of: container)
    // A sandbox of macOS is `<bundle id>/Data`.
    if name == "Data" { return FilePath.name(of: FilePath.parent(of: container)) }
    guard UUID(uuidString: name) != nil else { return name }
    return preferencesOwner(&search) ?? name
  }

  /// The app whose preferences are here, when there is just one.
  private func preferencesOwner(_ search: inout Search) -> String? {
    let names = search.entries(of: path + "/Preferences").map(\.name)
    let owners = names.filter { $0.hasSuffix(".plist") && !$0.hasPrefix(".") }
      .map { String($0.dropLast(".plist".count)) }
      .filter { !$0.hasPrefix("com.apple.") && $0.contains(".") }
    return owners.count == 1 ? owners.first : nil
  }

  private struct Metadata: Decodable {
    var identifier: String

    enum CodingKeys: String, CodingKey {
      case identifier = "MCMMetadataIdentifier"
    }
  }

  private static func identifier(in path: String) -> String? {
    guard let bytes = FileReader().beginning(of: path, count: 1 << 20) else { return nil }
    return try? PropertyListDecoder().decode(Metadata.self, from: Data(bytes)).identifier
  }
}

/// What a person should know about Apple's cookie files.
enum AppleRemark {
  static let device =
    "The app's shared HTTPCookieStorage uses, by all evidence, the same file; that is not confirmed for today's iOS."
  static let sandbox =
    "On macOS the default website data store and HTTPCookieStorage.shared are one storage."
  static let unsandboxed =
    "An app without a sandbox; on macOS its default website data store uses this storage too."
  static let httpStorages =
    "An app without a sandbox, macOS 11 or later; its default website data store uses this storage too."
  static let everyones =
    "The storage that programs of old macOS versions shared; newer ones have files of their own."
  static let noCookies = "There is no cookie file: the store has no cookies that outlive the app."
  static let lone = "The app that the file belongs to is not known."
}
