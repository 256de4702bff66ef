package import CookieCore

/// What a comparison of two stores with what they agreed on led to.
package struct SyncStep: Sendable {
  /// The steps to what they agree on now.
  package var changes: [SyncBase.Change]
  /// The digests of what is not plainly alike in both.
  package var unlike: Set<UInt64>
  /// When the first of the cookies that are plainly alike expires; nil when none does.
  package var alikeUntil: Timestamp?
}
