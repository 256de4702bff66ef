extension CookieText {
  /// Calls a function with the bytes, without copying them to the heap.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if var string = utf8String { return string.withUTF8(body) }
    return bytes.withUnsafeBufferPointer(body)
  }
}
