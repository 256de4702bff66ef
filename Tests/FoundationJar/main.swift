import Foundation
import FoundationNetworking

// A program of the kind whose cookies Pantler looks after: it uses Foundation's shared storage and nothing else.
//
//   foundation-jar set URL 'NAME=VALUE; Domain=…; Expires=…'…   stores cookies as a response would
//   foundation-jar delete NAME                                  deletes cookies by name
//   foundation-jar list                                         prints name, value, domain, path and flags, sorted

let storage = HTTPCookieStorage.shared
let arguments = CommandLine.arguments.dropFirst()

switch arguments.first {
case "set":
  guard let text = arguments.dropFirst().first, let url = URL(string: text) else { exit(2) }
  for header in arguments.dropFirst(2) {
    for cookie in HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": header], for: url) {
      storage.setCookie(cookie)
    }
  }
case "delete":
  for cookie in storage.cookies ?? [] where cookie.name == arguments.dropFirst().first {
    storage.deleteCookie(cookie)
  }
case "list":
  let lines = (storage.cookies ?? []).map { cookie in
    let flags = "secure=\(cookie.isSecure) httpOnly=\(cookie.isHTTPOnly)"
    return "\(cookie.name)=\(cookie.value) \(cookie.domain) \(cookie.path) \(flags)"
  }
  for line in lines.sorted() { print(line) }
default:
  exit(2)
}
