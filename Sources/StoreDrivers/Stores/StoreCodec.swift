import StoreFormats
import StoreModel

/// How the files of one format are read and made.
struct StoreCodec: Sendable {
  /// Makes a document of the bytes of a file.
  let decode: @Sendable ([UInt8]) throws(DecodingFailure) -> any CookieDocument
  /// Makes the document that a new file begins with.
  let makeEmpty: @Sendable () -> any CookieDocument

  private init(
    decode: @escaping @Sendable ([UInt8]) throws(DecodingFailure) -> any CookieDocument,
    makeEmpty: @escaping @Sendable () -> any CookieDocument
  ) {
    self.decode = decode
    self.makeEmpty = makeEmpty
  }

  private static func of<Document: CookieDocument>(_ type: Document.Type) -> StoreCodec {
    StoreCodec(
      decode: { bytes throws(DecodingFailure) in try Document(decoding: bytes) },
      makeEmpty: { Document() })
  }

  /// The codec of a format; nil for a database, which is more than one file.
  static func codec(for format: StoreFormat) -> StoreCodec? {
    switch format {
    case .binarycookies: of(BinaryCookies.self)
    case .netscape: of(NetscapeJar.self)
    case .libsoupText:
      StoreCodec(
        decode: { bytes throws(DecodingFailure) in
          try NetscapeJar(decoding: bytes, assuming: .libsoup)
        }, makeEmpty: { NetscapeJar(dialect: .libsoup) })
    case .foundationPropertyList: of(FoundationCookieFile.self)
    case .pantlerJSON: of(PantlerJSON.self)
    case .libsoupDatabase, .firefoxDatabase, .chromiumDatabase: nil
    }
  }

  /// The attributes that files of a format cannot keep.
  ///
  /// - Parameter dialect: whose habits a text jar follows.
  static func unrepresentable(
    by format: StoreFormat, dialect: NetscapeJar.Dialect
  ) -> Set<CookieAttribute> {
    switch format {
    case .binarycookies: BinaryCookies.unrepresentable
    case .netscape: dialect.losses
    case .libsoupText: NetscapeJar.Dialect.libsoup.losses
    case .foundationPropertyList: FoundationCookieFile.unrepresentable
    case .pantlerJSON: PantlerJSON.unrepresentable
    case .libsoupDatabase: LibsoupDatabase.unrepresentable
    case .firefoxDatabase, .chromiumDatabase: []
    }
  }
}
