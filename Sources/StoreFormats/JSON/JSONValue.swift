import CookieCore

/// A JSON value with all that its text said.
///
/// Numbers keep their digits and strings their bytes, so that nothing is lost between reading and deciding.
enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// The digits as written.
  case number(String)
  /// Bytes that are usually UTF-8.
  case string(CookieText)
  case array([JSONValue])
  case object([JSONMember])
}

/// One member of a JSON object.
struct JSONMember: Equatable, Sendable {
  var name: String
  var value: JSONValue
}

extension JSONValue {
  /// The members of an object, or nil for another value.
  var members: [JSONMember]? {
    if case .object(let members) = self { return members }
    return nil
  }

  /// The elements of an array, or nil for another value.
  var elements: [JSONValue]? {
    if case .array(let elements) = self { return elements }
    return nil
  }

  /// The bytes of a string, or nil for another value.
  var text: CookieText? {
    if case .string(let text) = self { return text }
    return nil
  }

  /// The text of a string that is UTF-8, or nil for another value.
  var string: String? { text?.utf8String }

  /// The value of a truth value, or nil for another value.
  var bool: Bool? {
    if case .bool(let bool) = self { return bool }
    return nil
  }

  /// The whole number, or nil for another value.
  var integer: Int? {
    if case .number(let digits) = self { return Int(digits) }
    return nil
  }

  /// The number, or nil for another value.
  var double: Double? {
    if case .number(let digits) = self { return Double(digits) }
    return nil
  }

  /// The value of a member; of several with one name the last counts, as in every browser.
  subscript(_ name: String) -> JSONValue? {
    members?.last { $0.name == name }?.value
  }
}
