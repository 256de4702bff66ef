/// The cookie files that settings of curl, Wget and yt-dlp name.
struct ClientSettings {
  /// A jar that a program was told to use.
  struct Jar: Hashable, Sendable {
    var path: String
    var program: String
  }

  private let surroundings: Surroundings

  init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
  }

  /// The jars in the order of the programs.
  func jars() -> [Jar] {
    let home = surroundings.home
    let configuration = surroundings.configHome
    var found: [Jar] = []
    for file in [home + "/.curlrc", configuration + "/.curlrc", configuration + "/curlrc"] {
      found += options(in: file, ["cookie-jar", "-c", "cookie", "-b"], ":=").map { value in
        Jar(path: value, program: "curl")
      }
    }
    found += options(in: home + "/.wgetrc", ["load_cookies", "save_cookies"], "=").map { value in
      Jar(path: value, program: "wget")
    }
    for file in ["yt-dlp/config", "yt-dlp/config.txt", "yt-dlp.conf", "youtube-dl/config"] {
      let path = FilePath.join(configuration, file)
      found += options(in: path, ["cookies"], "=").map { Jar(path: $0, program: "yt-dlp") }
    }
    return found
  }

  /// The values of options in a file of lines, as paths.
  ///
  /// - Parameters:
  ///   - names: long names without dashes, or short ones with one.
  ///   - separators: what may stand between name and value besides blanks.
  private func options(in file: String, _ names: Set<String>, _ separators: String) -> [String] {
    guard let bytes = FileReader().beginning(of: file, count: 1 << 20) else { return [] }
    var values: [String] = []
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let text = line.drop(while: \.isWhitespace)
      guard !text.hasPrefix("#") else { continue }
      let spelled = text.hasPrefix("--") ? text.dropFirst(2) : text
      let name = spelled.prefix { !$0.isWhitespace && !separators.contains($0) }
      // Wget takes dashes and underscores for the same.
      let folded = separators == "=" ? String(name).replacing("-", with: "_") : String(name)
      guard names.contains(String(name)) || names.contains(folded.lowercased()) else { continue }
      let rest = spelled.dropFirst(name.count)
      let value = Self.unquoted(rest.drop { $0.isWhitespace || separators.contains($0) })
      if let path = path(value) { values.append(path) }
    }
    return values
  }

  private static func unquoted(_ text: Substring) -> String {
    if let quote = text.first, quote == "\"" || quote == "'" {
      return String(text.dropFirst().prefix { $0 != quote })
    }
    return String(text.prefix { !$0.isWhitespace })
  }

  /// A path that means the same everywhere; nil for a relative one, and for cookies in the place of a file.
  private func path(_ value: String) -> String? {
    if value.hasPrefix("~/") {
      return FilePath.absolute(String(value.dropFirst(2)), below: surroundings.home)
    }
    if value.hasPrefix("$HOME/") {
      return FilePath.absolute(String(value.dropFirst(6)), below: surroundings.home)
    }
    return value.hasPrefix("/") && value != "/dev/null"
      ? FilePath.absolute(value, below: "/") : nil
  }
}
