extension Configuration {
  /// The settings with the links of a scene; a link of the scene takes the place of one of the same name.
  func adding(_ scene: Scene?) -> Configuration {
    guard let scene else { return self }
    var configuration = self
    configuration.links.merge(scene.links) { $1 }
    return configuration
  }
}
