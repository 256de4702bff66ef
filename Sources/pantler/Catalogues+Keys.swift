import PantlerCommands
import PantlerScreens
import ScreenKit

extension Catalogues {
  /// The keys of the interface.
  static let keys = KeyCatalogue(
    presets: KeyPreset.allCases.map(\.rawValue),
    bindings: { name in
      guard let keymap = KeyPreset(rawValue: name)?.keymap else { return [] }
      return KeyContext.allCases.flatMap { context in
        (keymap.tables[context]?.bindings ?? []).map { binding in
          KeyCatalogue.Binding(
            context: context.title, keys: binding.sequence.description,
            command: binding.command.rawValue, title: binding.command.title)
        }
      }
    },
    problems: { name in
      guard let keymap = KeyPreset(rawValue: name)?.keymap else { return [] }
      return KeyContext.allCases.flatMap { context in
        (keymap.tables[context]?.issues() ?? []).map { "\(context.title): \(text(for: $0))" }
      }
    }, words: LinearWords.own)

  private static func text(for issue: KeymapIssue<PantlerScreens.Command>) -> String {
    switch issue {
    case .clash(let keys, let commands):
      "\(keys) is bound to \(commands.map(\.rawValue).joined(separator: " and "))"
    case .unreachable(let keys, let command, let shorter):
      "\(keys) (\(command.rawValue)) cannot be reached, because \(shorter) is bound"
    case .controlAlias(let keys, let command, let key, let real):
      "\(keys) (\(command.rawValue)) arrives as \(real) where it has \(key)"
    case .flowControl(let keys, let command, let key):
      "\(keys) (\(command.rawValue)) has \(key), which may stop or start the terminal's output"
    case .notSent(let keys, let command, let key):
      "\(keys) (\(command.rawValue)) has \(key), which terminals cannot send"
    }
  }
}
