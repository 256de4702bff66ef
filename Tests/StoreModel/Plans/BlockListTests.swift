import FoundationEssentials
import Testing

@testable import StoreModel

@Suite("A list in blocks is like an array")
struct BlockListTests {
  @Test("Whatever is done to it", arguments: 1...20)
  func sameAsArray(seed: UInt64) {
    var state = seed
    func random(below end: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: state >> 33) % end
    }
    var array = (0..<random(below: 300)).map { $0 }
    var list = BlockList(array)
    for step in 0..<500 {
      let (oldArray, oldList) = (array, list)
      switch random(below: 4) {
      case 0, 1:
        array.append(step)
        list.append(step)
      case 2 where !array.isEmpty:
        array.removeLast()
        list.removeLast()
      case 3 where !array.isEmpty:
        let (one, other) = (random(below: array.count), random(below: array.count))
        array.swapAt(one, other)
        list.swapAt(one, other)
        array[one] = step
        list[one] = step
      default: break
      }
      #expect(Array(list) == array)
      #expect(list.count == array.count)
      #expect(list == BlockList(array))
      // What shared its blocks before is as it was.
      #expect(Array(oldList) == oldArray)
    }
  }

  @Test("It is written as an array")
  func coding() throws {
    let list = BlockList(0..<100)
    let bytes = try JSONEncoder().encode(list)
    #expect(try JSONDecoder().decode([Int].self, from: bytes) == Array(0..<100))
    #expect(try JSONDecoder().decode(BlockList<Int>.self, from: bytes) == list)
    let empty: BlockList<Int> = []
    #expect(empty.isEmpty && Array(empty) == [])
  }
}
