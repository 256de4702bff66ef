import FoundationEssentials
import FuzzTargets

private let decoder =
  ProcessInfo.processInfo.environment["PANTLER_FUZZ_DECODER"].flatMap(FuzzedDecoder.init)

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let decoder else { preconditionFailure("PANTLER_FUZZ_DECODER names no decoder") }
  decoder.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
