/// The theme files that are compiled into the program.
package enum BuiltInThemes {
  /// The bytes of each file by the name of its theme.
  package static let files: [String: [UInt8]] = [
    "catppuccin": PackageResources.catppuccin_json5,
    "dark": PackageResources.dark_json5,
    "deuteranopia": PackageResources.deuteranopia_json5,
    "dracula": PackageResources.dracula_json5,
    "gruvbox": PackageResources.gruvbox_json5,
    "high-contrast-dark": PackageResources.high_contrast_dark_json5,
    "high-contrast-light": PackageResources.high_contrast_light_json5,
    "light": PackageResources.light_json5,
    "mono": PackageResources.mono_json5,
    "nord": PackageResources.nord_json5,
    "solarized-dark": PackageResources.solarized_dark_json5,
    "solarized-light": PackageResources.solarized_light_json5,
    "tokyo-night": PackageResources.tokyo_night_json5,
    "tritanopia": PackageResources.tritanopia_json5,
  ]
}
