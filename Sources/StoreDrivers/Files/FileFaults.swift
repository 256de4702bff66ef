import StoreModel

/// Makes the steps of a replacement fail on purpose, so that every way out can be tested.
package struct FileFaults: Sendable {
  /// A step of replacing a file, in order.
  package enum Step: String, CaseIterable, Hashable, Sendable {
    case lock, createTemporary, write, setAttributes, synchronize, compare, rename
    case synchronizeDirectory
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
}
