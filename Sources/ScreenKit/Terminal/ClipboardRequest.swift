/// The bytes that ask a terminal to put a text on its clipboard (OSC 52).
package enum ClipboardRequest {
  /// A program that swallows such requests unless they are wrapped for it.
  package enum Multiplexer: Sendable { case none, tmux, screen }

  /// The most bytes of text; xterm takes requests of 100,000 bytes with all that is around it.
  package static let limit = 74_000

  /// Returns the request for the exact bytes of a text, or nil when it is too long.
  package static func bytes(for text: String, through multiplexer: Multiplexer) -> [UInt8]? {
    guard text.utf8.count <= limit else { return nil }
    let payload = base64(Array(text.utf8))
    let request = escape + Array("]52;c;".utf8) + payload + [0x07]
    switch multiplexer {
    case .none: return request
    case .tmux:
      let doubled = request.flatMap { (byte: UInt8) -> [UInt8] in
        byte == 0x1B ? [byte, byte] : [byte]
      }
      return escape + Array("Ptmux;".utf8) + doubled + stringEnd
    case .screen:
      // The program drops strings above 768 bytes, so the request goes through in pieces.
      var pieces: [UInt8] = []
      for start in stride(from: 0, to: request.count, by: 256) {
        pieces += Array("\u{1B}P".utf8)
        pieces += request[start..<min(request.count, start + 256)]
        pieces += stringEnd
      }
      return pieces
    }
  }

  private static let escape: [UInt8] = [0x1B]
  private static let stringEnd: [UInt8] = [0x1B, UInt8(ascii: "\\")]
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(bytes.count, start + 3)]
      var value = 0
      for index in 0..<3 {
        value <<= 8
        if index < group.count { value |= Int(bytes[start + index]) }
      }
      for index in 0..<4 {
        let digit = alphabet[(value >> (18 - 6 * index)) & 63]
        result.append(index <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return result
  }
}
