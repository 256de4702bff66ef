/// A list in blocks, of which a copy that is changed has its own only where it is changed.
///
/// An array that somebody else holds as well is copied as a whole by its first change, which takes long where the
/// elements are many and large.
public struct BlockList<Element: Hashable & Sendable>: Hashable, Sendable {
  private static var blockSize: Int { 64 }

  /// The number of elements.
  public private(set) var count = 0
  /// All are full but for the last.
  private var blocks: [[Element]] = []

  /// Takes the elements of a sequence.
  public init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Adds an element at the end.
  public mutating func append(_ element: Element) {
    if count.isMultiple(of: Self.blockSize) {
      blocks.append([])
      blocks[blocks.count - 1].reserveCapacity(Self.blockSize)
    }
    blocks[blocks.count - 1].append(element)
    count += 1
  }

  /// Removes the last element; there has to be one.
  public mutating func removeLast() {
    blocks[blocks.count - 1].removeLast()
    if blocks[blocks.count - 1].isEmpty { blocks.removeLast() }
    count -= 1
  }
}

extension BlockList: RandomAccessCollection, MutableCollection {
  /// The place of the first element.
  public var startIndex: Int { 0 }
  /// The place behind the last element.
  public var endIndex: Int { count }

  /// The element at a place.
  public subscript(place: Int) -> Element {
    get { blocks[place / Self.blockSize][place % Self.blockSize] }
    set { blocks[place / Self.blockSize][place % Self.blockSize] = newValue }
  }
}

extension BlockList: ExpressibleByArrayLiteral {
  /// Takes the elements of a literal.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension BlockList: Codable where Element: Codable {
  /// Reads an array.
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }

  /// Writes an array.
  public func encode(to encoder: any Encoder) throws {
    try Array(self).encode(to: encoder)
  }
}
