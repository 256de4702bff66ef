package import ScreenKit

/// A ready-made set of keys.
package enum KeyPreset: String, CaseIterable, Sendable {
  /// vi's keys, arrows, and those of emacs that do not clash.
  case vi
  /// The same with more of emacs's.
  case emacs
  /// No letter opens a deletion; only `:` and menus do.
  case safe

  /// The keys in every context.
  package var keymap: Keymap<KeyContext, Command> {
    var tables: [KeyContext: KeyTable<Command>] = [:]
    for context in KeyContext.allCases {
      tables[context] = KeyTable(rows(in: context).flatMap(Self.bindings))
    }
    return Keymap(tables)
  }

  private func rows(in context: KeyContext) -> [DefaultKeys.Row] {
    let rows = DefaultKeys.rows[context] ?? []
    switch self {
    case .vi: return rows
    case .emacs: return rows + (DefaultKeys.emacs[context] ?? [])
    case .safe: return rows.filter { !$0.command.opensDestruction }
    }
  }

  private static func bindings(of row: DefaultKeys.Row) -> [KeyBinding<Command>] {
    row.keys.compactMap { text in
      // The tables are part of the program; a test reads every line of them.
      guard let sequence = try? KeySequence(parsing: text) else { return nil }
      return KeyBinding(sequence, row.command)
    }
  }
}
