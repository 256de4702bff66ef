/// The data, configuration and cache directories of a way to install programs.
struct AppHome: Hashable, Sendable {
  var data: String
  var configuration: String
  var cache: String
  /// How programs here were installed; nil for the system's own.
  var qualifier: String?
  /// The app that everything here belongs to; nil where a directory tells.
  var appID: String?

  /// The homes of a user: the XDG directories, then those of each flatpak and snap.
  static func all(in surroundings: Surroundings, search: inout Search) -> [AppHome] {
    var homes = [
      AppHome(
        data: surroundings.dataHome, configuration: surroundings.configHome,
        cache: surroundings.cacheHome)
    ]
    for app in search.directories(in: FilePath.join(surroundings.home, ".var/app")) {
      homes.append(
        AppHome(
          data: app.path + "/data", configuration: app.path + "/config", cache: app.path + "/cache",
          qualifier: "flatpak", appID: app.name))
    }
    for app in search.directories(in: FilePath.join(surroundings.home, "snap")) {
      // `current` is a link to the newest of the numbered directories.
      for version in ["common", "current"] {
        let root = FilePath.join(app.path, version)
        guard search.entry(root) != nil else { continue }
        homes.append(
          AppHome(
            data: root + "/.local/share", configuration: root + "/.config", cache: root + "/.cache",
            qualifier: "snap", appID: app.name))
      }
    }
    return homes
  }
}
