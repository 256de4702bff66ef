import Testing

extension Tag {
  @Tag static var format: Self
}
