/// The theme files that are compiled into the program.
package enum BuiltInThemes {
  /// The bytes of each file by the name of its theme.
  package static let files: [String: [UInt8]] = [
    "dark": PackageResources.dark_json5
  ]
}
