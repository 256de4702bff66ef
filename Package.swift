// swift-tools-version: 6.3
import PackageDescription

/// The language settings that every module is built with.
let language: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// For modules that import no C library.
let pure: [SwiftSetting] = language + [.strictMemorySafety()]

/// The theme files that are compiled into the program.
let themeFiles = [
  "catppuccin.json5",
  "dark.json5",
  "deuteranopia.json5",
  "dracula.json5",
  "gruvbox.json5",
  "high-contrast-dark.json5",
  "high-contrast-light.json5",
  "light.json5",
  "mono.json5",
  "nord.json5",
  "solarized-dark.json5",
  "solarized-light.json5",
  "tokyo-night.json5",
  "tritanopia.json5",
]

/// The fuzzer has libFuzzer's `main`, so it exists only where it was asked for: `PANTLER_FUZZ=1 swift build …`.
let fuzzer: [Target] =
  Context.environment["PANTLER_FUZZ"] == "1"
  ? [
    .executableTarget(name: "pantler-fuzz", dependencies: ["FuzzTargets"], swiftSettings: language)
  ] : []

let package = Package(
  name: "pantler",
  products: [
    .library(name: "CookieCore", targets: ["CookieCore"]),
    .library(name: "StoreFormats", targets: ["StoreFormats"]),
  ],
  traits: [
    .trait(
      name: "WebKitGTK",
      description: "Builds pantler-webkit with WebKitGTK 6.0, from libwebkitgtk-6.0-dev")
  ],
  targets: [
    .systemLibrary(name: "CPublicSuffix", providers: [.apt(["libpsl-dev"])]),
    .systemLibrary(name: "CIDN", providers: [.apt(["libidn2-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CWebKitGTK", pkgConfig: "webkitgtk-6.0", providers: [.apt(["libwebkitgtk-6.0-dev"])]),
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CFileAttributes"),
    .systemLibrary(name: "CTimers"),
    .target(
      name: "Themes", path: "Themes", resources: themeFiles.map { .embedInCode($0) },
      swiftSettings: pure),
    .target(name: "ScreenKit", dependencies: ["Themes"], swiftSettings: pure),
    .target(
      name: "NcursesDriver", dependencies: ["ScreenKit", "CNcurses"], swiftSettings: language),
    .testTarget(
      name: "NcursesDriverTests", dependencies: ["NcursesDriver", "ScreenKit"],
      path: "Tests/NcursesDriver", swiftSettings: language),
    .testTarget(
      name: "ScreenKitTests", dependencies: ["ScreenKit", "Themes"], path: "Tests/ScreenKit",
      swiftSettings: pure),
    .target(name: "CookieCore", dependencies: ["CPublicSuffix", "CIDN"], swiftSettings: language),
    .testTarget(
      name: "CookieCoreTests", dependencies: ["CookieCore", "StoreFormats"],
      path: "Tests/CookieCore", swiftSettings: language),
    .target(name: "StoreModel", dependencies: ["CookieCore"], swiftSettings: pure),
    .testTarget(
      name: "StoreModelTests", dependencies: ["StoreModel", "CookieCore"],
      path: "Tests/StoreModel", swiftSettings: pure),
    .target(
      name: "StoreManager", dependencies: ["CookieCore", "StoreModel"], swiftSettings: pure),
    .testTarget(
      name: "StoreManagerTests", dependencies: ["StoreManager", "StoreModel", "CookieCore"],
      path: "Tests/StoreManager", swiftSettings: pure),
    .target(
      name: "StoreFormats", dependencies: ["CookieCore", "StoreModel", "CSQLite", "CCrypto"],
      swiftSettings: language),
    .testTarget(
      name: "StoreFormatsTests", dependencies: ["StoreFormats", "StoreModel", "CookieCore"],
      path: "Tests/StoreFormats", exclude: ["Fixtures"], swiftSettings: language),
    .target(
      name: "StoreDrivers",
      dependencies: ["CookieCore", "StoreModel", "StoreFormats", "CFileAttributes"],
      swiftSettings: language),
    .testTarget(
      name: "StoreDriversTests",
      dependencies: ["StoreDrivers", "StoreFormats", "StoreModel", "CookieCore"],
      path: "Tests/StoreDrivers", swiftSettings: language),
    .target(
      name: "EngineProtocol", dependencies: ["CookieCore", "StoreModel"], swiftSettings: pure),
    .testTarget(
      name: "EngineProtocolTests", dependencies: ["EngineProtocol", "StoreModel", "CookieCore"],
      path: "Tests/EngineProtocol", swiftSettings: pure),
    .target(
      name: "LiveEngines", dependencies: ["CookieCore", "StoreModel", "EngineProtocol", "CCurl"],
      swiftSettings: language),
    .testTarget(
      name: "LiveEnginesTests",
      dependencies: ["LiveEngines", "EngineProtocol", "StoreModel", "CookieCore"],
      path: "Tests/LiveEngines", swiftSettings: language),
    .target(
      name: "PantlerScreens", dependencies: ["CookieCore", "StoreModel", "ScreenKit"],
      swiftSettings: pure),
    .testTarget(
      name: "PantlerScreensTests",
      dependencies: ["PantlerScreens", "CookieCore", "StoreModel", "ScreenKit"],
      path: "Tests/PantlerScreens", swiftSettings: pure),
    .target(
      name: "PantlerCommands",
      dependencies: ["CookieCore", "StoreModel", "StoreFormats", "StoreManager"],
      swiftSettings: language),
    .testTarget(
      name: "PantlerCommandsTests",
      dependencies: [
        "PantlerCommands", "StoreManager", "StoreFormats", "StoreModel", "CookieCore",
      ], path: "Tests/PantlerCommands", swiftSettings: language),
    .executableTarget(
      name: "pantler",
      dependencies: [
        "CookieCore", "StoreModel", "StoreDrivers", "StoreManager", "LiveEngines",
        "PantlerCommands", "ScreenKit", "NcursesDriver", "PantlerScreens", "CTimers",
      ], swiftSettings: language),
    .executableTarget(
      name: "pantler-benchmark",
      dependencies: [
        "CookieCore", "StoreModel", "StoreFormats", "StoreDrivers", "StoreManager", "ScreenKit",
        "PantlerScreens",
      ], swiftSettings: language),
    .executableTarget(
      name: "pantler-webkit",
      dependencies: [
        "CookieCore", "StoreModel", "EngineProtocol",
        .target(name: "CWebKitGTK", condition: .when(traits: ["WebKitGTK"])),
      ], swiftSettings: language),
    .executableTarget(
      name: "foundation-jar", path: "Tests/FoundationJar", swiftSettings: language),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "pantler", "pantler-webkit", "foundation-jar", "LiveEngines", "StoreModel", "CookieCore",
      ], path: "Tests/EndToEnd", exclude: ["Programs"], swiftSettings: language),
    .target(
      name: "FuzzTargets", dependencies: ["CookieCore", "StoreModel", "StoreFormats"],
      swiftSettings: language),
    .testTarget(
      name: "FuzzTargetsTests", dependencies: ["FuzzTargets"], path: "Tests/FuzzTargets",
      exclude: ["Corpus"], swiftSettings: language),
  ] + fuzzer
)
