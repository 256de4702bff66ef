import Glibc
import StoreModel

/// Makes the steps of a replacement fail on purpose, so that every way out can be tested.
package struct FileFaults: Sendable {
  /// A step of replacing a file, in order, or of work on website data.
  package enum Step: String, CaseIterable, Hashable, Sendable {
    case lock, createTemporary, write, setAttributes, synchronize, compare, rename
    /// After the new file has the name, before the displaced one is looked at, and before the last look at that.
    case displaced, displacedStill
    /// Before the displaced file gets its name back.
    case takeBack
    case synchronizeDirectory
    /// Before a store is read back after a change.
    case readBack
    /// Before a file, a folder or a link of website data is removed.
    case removeData
    /// Before a part of website data is put back.
    case restoreData
    /// Before a folder of website data is listed.
    case openFolder
  }

  /// What goes wrong.
  package enum Fault: Hashable, Sendable {
    /// The system call fails with an error number.
    case error(Int32)
    /// The program ends on the spot: nothing is cleaned up.
    case crash
  }

  /// Says what goes wrong before a step; nil for nothing.
  package var fault: @Sendable (Step) -> Fault?

  /// Takes every field as it is; by default nothing goes wrong.
  package init(fault: @escaping @Sendable (Step) -> Fault? = { _ in nil }) {
    self.fault = fault
  }
}

/// Why a step of a replacement stopped.
enum ReplacementStop: Error {
  case failure(SystemFailure)
  case store(StoreFailure)
  case crash
}

extension FileFaults {
  /// Stops where something shall go wrong.
  func check(_ step: Step) throws(ReplacementStop) {
    switch fault(step) {
    case nil: return
    case .error(let code): throw .failure(SystemFailure(call: step.rawValue, code: code))
    case .crash: throw .crash
    }
  }

  /// Stops work on website data where something shall go wrong; a crash does nothing more at all.
  func check(_ step: Step, path: String) throws(StoreFailure) {
    switch fault(step) {
    case nil: return
    case .error(let code):
      throw SystemFailure(call: step.rawValue, code: code).storeFailure(path: path)
    case .crash: throw .system(path: path, call: "crash", code: EINTR)
    }
  }
}
