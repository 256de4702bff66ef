/// A value of an XML property list, with where its text stands.
struct PropertyListNode: Sendable {
  /// What kind of value it is.
  enum Content: Sendable {
    case string([UInt8])
    /// The digits as written.
    case integer(String)
    /// The digits as written.
    case real(String)
    case bool(Bool)
    /// The text as written.
    case date(String)
    case data
    case array([PropertyListNode])
    case dictionary([PropertyListEntry])
  }

  var content: Content
  /// The element in the file, from its first bracket to its last.
  var range: Range<Int>
}

/// One entry of a dictionary.
struct PropertyListEntry: Sendable {
  var key: [UInt8]
  var value: PropertyListNode
  /// The entry in the file, from the end of what stands before it to the end of its value.
  var range: Range<Int>
}

extension PropertyListNode {
  /// The bytes of a string, or nil for another value.
  var string: [UInt8]? {
    if case .string(let bytes) = content { return bytes }
    return nil
  }

  /// The entries of a dictionary, or nil for another value.
  var entries: [PropertyListEntry]? {
    if case .dictionary(let entries) = content { return entries }
    return nil
  }

  /// The number of a real or an integer, or nil for another value.
  var number: Double? {
    switch content {
    case .integer(let digits), .real(let digits): Double(digits)
    default: nil
    }
  }
}
