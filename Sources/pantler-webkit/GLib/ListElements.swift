#if WebKitGTK
  import CWebKitGTK

  /// The pointers of a list, which stay the list's.
  func elements(of list: UnsafeMutablePointer<GList>?) -> [OpaquePointer] {
    sequence(first: list) { $0?.pointee.next }.prefix { $0 != nil }
      .compactMap { $0?.pointee.data.map { OpaquePointer($0) } }
  }
#endif
