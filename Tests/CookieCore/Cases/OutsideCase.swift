import Foundation
import Testing

/// A case that another project wrote, as the folder named by `PANTLER_CASES` holds it.
struct OutsideCase: Decodable, Sendable, CustomTestStringConvertible {
  var id: String
  var kind: String
  var suite = ""

  // jar-roundtrip
  var now: String?
  var setURL: String?
  var setCookie: [String]?
  var getURL: String?
  var via: String?
  var getAs: String?
  var mayRejectResponse: Bool?
  var expectCookies: [[String]]?
  var expectCookieString: String?

  // jar-script
  var steps: [Step]?
  var engine: Bool?
  var filesIn: [String: String]?
  var commandCookies: [String]?
  var expectJarOut: [String: String]?

  // single rules
  var input: String?
  var expect: JSONValue?
  var loose: Bool?
  var url: String?
  var `repeat`: String?
  var expectHTTPDate: String?
  var expectEpoch: Int64?
  var sameAs: String?
  var host: String?
  var cookieDomain: String?
  var canonicalize: Bool?
  var domainAttribute: String?
  var expectDomain: String?
  var requestPath: String?
  var cookiePath: String?

  struct Step: Decodable, Sendable {
    var op: String
    var url: String?
    var setCookie: [String]?
    var firstParty: String?
    var `as`: String?
    var value: String?
    var expect: JSONValue?

    enum CodingKeys: String, CodingKey {
      case op, url, `as`, value, expect
      case setCookie = "set_cookie"
      case firstParty = "first_party"
    }
  }

  enum CodingKeys: String, CodingKey {
    case id, kind, now, via, steps, engine, input, expect, loose, url, `repeat`, host, canonicalize
    case setURL = "set_url"
    case setCookie = "set_cookie"
    case getURL = "get_url"
    case getAs = "get_as"
    case mayRejectResponse = "may_reject_response"
    case expectCookies = "expect_cookies"
    case expectCookieString = "expect_cookie_string"
    case filesIn = "files_in"
    case commandCookies = "command_cookies"
    case expectJarOut = "expect_jar_out"
    case expectHTTPDate = "expect_http_date"
    case expectEpoch = "expect_epoch"
    case sameAs = "same_as"
    case cookieDomain = "cookie_domain"
    case domainAttribute = "domain_attribute"
    case expectDomain = "expect_domain"
    case requestPath = "request_path"
    case cookiePath = "cookie_path"
  }

  var testDescription: String { "\(suite)/\(id)" }

  /// The folder with the suites; nil when the tests run without it.
  static let folder = ProcessInfo.processInfo.environment["PANTLER_CASES"].map {
    URL(filePath: $0, directoryHint: .isDirectory)
  }

  /// The cases of one suite; none when there is no folder.
  static func suite(_ name: String) -> [OutsideCase] {
    guard let file = folder?.appending(path: "\(name)/cases.json") else { return [] }
    do {
      let decoded = try JSONDecoder().decode([OutsideCase].self, from: Data(contentsOf: file))
      return decoded.map { outside in
        var outside = outside
        outside.suite = name
        return outside
      }
    } catch {
      Issue.record("suite \(name) cannot be read")
      return []
    }
  }
}

/// Any JSON value.
enum JSONValue: Decodable, Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  var string: String? { if case .string(let value) = self { value } else { nil } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var number: Double? { if case .number(let value) = self { value } else { nil } }
  var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
}
