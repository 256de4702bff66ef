import Foundation
import PantlerCommands
import PantlerScreens
import ScreenKit
import StoreManager
import StoreModel

/// What commands show of the screens' data.
enum Catalogues {
  static let version = "0.1"

  /// The themes: those compiled in and a person's own.
  static func themes(in directory: String) -> ThemeCatalogue {
    ThemeCatalogue(
      entries: {
        let (library, own, unread) = library(with: directory)
        return library.names.map { name in
          let origin = own[name] ?? "built in"
          return entry(
            name, origin: name == ThemeLibrary.automatic ? "dark or light" : origin, library)
        } + unread
      },
      check: { path in
        var library = library(with: directory).library
        let name = URL(filePath: path).deletingPathExtension().lastPathComponent
        do throws(FileFault) {
          library.add(try PlainFile.read(path), named: name)
          return entry(name, origin: path, library)
        } catch {
          return unread(name, path, error)
        }
      })
  }

  /// The themes that can be chosen, the files of a person's own by name, and those that cannot be read.
  static func library(
    with directory: String
  ) -> (library: ThemeLibrary, own: [String: String], unread: [ThemeCatalogue.Entry]) {
    var library = ThemeLibrary()
    var own: [String: String] = [:]
    var unread: [ThemeCatalogue.Entry] = []
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for file in names.sorted() where file.hasSuffix(".json5") {
      let path = directory + "/" + file
      let name = String(file.dropLast(".json5".count))
      do throws(FileFault) {
        library.add(try PlainFile.read(path), named: name)
        own[name] = path
      } catch {
        unread.append(Self.unread(name, path, error))
      }
    }
    return (library, own, unread)
  }

  private static func unread(
    _ name: String, _ path: String, _ fault: FileFault
  ) -> ThemeCatalogue.Entry {
    ThemeCatalogue.Entry(
      name: name, origin: path, roles: [],
      problems: ["it cannot be read: " + SystemText.text(for: fault.code)])
  }

  private static func entry(
    _ name: String, origin: String, _ library: ThemeLibrary
  ) -> ThemeCatalogue.Entry {
    do {
      let theme = try library.theme(named: name, depth: .trueColor)
      let roles = Role.allCases.map { ($0.rawValue, text(for: theme[$0])) }
      return ThemeCatalogue.Entry(
        name: name, origin: origin, roles: roles, problems: contrastProblems(of: theme))
    } catch {
      return ThemeCatalogue.Entry(
        name: name, origin: origin, roles: [], problems: [text(for: error)])
    }
  }

  /// The roles whose letters are too near to their ground.
  private static func contrastProblems(of theme: Theme) -> [String] {
    Role.allCases.compactMap { role in
      guard case .rgb(let ink) = theme[role].foreground,
        case .rgb(let ground) = theme[role].background
      else { return nil }
      let contrast = ink.contrast(with: ground)
      guard contrast + 0.005 < theme.minimumContrast else { return nil }
      return String(
        format: "\(role.rawValue): the contrast is %.1f, and %.1f is needed", contrast,
        theme.minimumContrast)
    }
  }

  private static func text(for style: Style) -> String {
    var words = [text(for: style.foreground), "on", text(for: style.background)]
    let marks: [(Style.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
      (.reverse, "reverse"),
    ]
    words += marks.filter { style.attributes.contains($0.0) }.map(\.1)
    return words.joined(separator: " ")
  }

  private static func text(for color: Color) -> String {
    switch color {
    case .rgb(let color): String(format: "#%02x%02x%02x", color.red, color.green, color.blue)
    case .terminalDefault: "default"
    default: "\(color)"
    }
  }

  private static func text(for failure: ThemeFailure) -> String {
    func hint(_ nearest: String?) -> String { nearest.map { "; did you mean “\($0)”?" } ?? "" }
    return switch failure {
    case .unknownTheme(let name, _): "there is no theme “\(name)”"
    case .malformed(_, let line, let column): "line \(line), column \(column): it is no JSON5"
    case .wrongValue(_, let path, _): "“\(path)” has a value of the wrong kind"
    case .unknownKey(_, let key, let nearest): "there is no setting “\(key)”" + hint(nearest)
    case .unknownRole(_, let role, let nearest): "there is no role “\(role)”" + hint(nearest)
    case .unknownColor(_, let role, let color):
      "\(role): “\(color)” is neither in the palette nor of the form #rrggbb"
    case .badPaletteColor(_, let name, let color):
      "the palette's “\(name)” is “\(color)”, which is neither #rrggbb nor default"
    case .unknownParent(_, let parent): "there is no parent “\(parent)”"
    case .cycle(let names): "these are each other's parents: " + names.joined(separator: ", ")
    }
  }
}
