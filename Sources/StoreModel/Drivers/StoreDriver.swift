public import CookieCore

/// Finds stores of some kinds, reads them and changes them.
public protocol StoreDriver: Sendable {
  /// Finds the stores that this driver knows, below the places it was made for.
  ///
  /// One bad place never hides the others: what could not be looked at comes as a problem.
  func discover() async -> Discovery

  /// Describes the store in a file named by a person, or returns nil when it isn't one of this driver's.
  ///
  /// - Throws: when the file is of this driver's kind but cannot be read.
  func describe(path: String) async throws(StoreFailure) -> StoreDescription?

  /// Finds the first of some stores that is the very same file as another one, by whatever name; nil for none.
  func first(
    of stores: [StoreDescription], sameAs store: StoreDescription
  ) async -> StoreDescription?

  /// Describes the store that a new file at a path will be, or returns nil when this driver makes none there.
  ///
  /// - Parameter format: what the file shall be; nil when its name says so.
  func describe(
    newFile path: String, as format: StoreFormat?
  ) async throws(StoreFailure) -> StoreDescription?

  /// Says what is where a store was that is known from earlier, or nil when that cannot be told.
  func replacement(of store: StoreDescription) async -> StoreFailure?

  /// Reads a store without changing anything, not even an access time.
  func snapshot(of store: StoreDescription) async throws(StoreFailure) -> StoreSnapshot

  /// Changes a store all at once, or not at all where the result says so.
  ///
  /// The file is compared with `expected` before it is replaced; the result was read back from the file.
  func apply(
    _ changes: [StoreChange], to store: StoreDescription, options: ApplyOptions
  ) async throws(StoreFailure) -> AppliedChanges

  /// Says what of records would not be as it was, were they put back by such changes; nothing is written.
  func replayLosses(
    of changes: [StoreChange], to store: StoreDescription, from earlier: EarlierContent
  ) async throws(StoreFailure) -> [ReplayLoss]

  /// The raw bytes of the store's file, copied safely; the journal's before-image.
  func image(of store: StoreDescription) async throws(StoreFailure) -> [UInt8]

  /// Puts a before-image back, when the file still has the given fingerprint.
  ///
  /// - Parameter image: the bytes; nil when there was no file, which then goes away again.
  func restore(
    image: [UInt8]?, to store: StoreDescription, expecting: FileFingerprint?, options: ApplyOptions
  ) async throws(StoreFailure) -> StoreSnapshot

  /// The processes that have the store's file open.
  func holders(of store: StoreDescription) async -> [ProcessReference]

  /// Hints that a store may have changed; the stream ends when its task is cancelled.
  ///
  /// Hints are not debounced and may be spurious. Health changes come in the same stream.
  func hints(for store: StoreDescription) -> AsyncStream<StoreHint>

  /// Lists what sites keep beside cookies, in the profile that the store belongs to; changes nothing.
  ///
  /// Stores of one profile have the same listing. When the task is cancelled, it is what is known until then.
  ///
  /// - Parameter progress: called now and then, on a thread of the driver, with what is known so far.
  func websiteData(
    of store: StoreDescription, progress: @escaping @Sendable (WebsiteDataProgress) -> Void
  ) async throws(StoreFailure) -> WebsiteDataListing

  /// Reads what is in one item of website data: keys of local storage, or files in caches; changes nothing.
  ///
  /// - Parameter withValues: whether the values of keys are wanted.
  func entries(
    of item: WebsiteDataItem, in store: StoreDescription, withValues: Bool
  ) async throws(StoreFailure) -> [WebsiteDataEntry]

  /// Lists the process pools of running apps of the driver's engine; changes nothing.
  ///
  /// - Parameter stores: the stores that are known, so that pools can be told what they use.
  func processPools(of stores: [StoreDescription]) async -> ProcessPoolListing

  /// Looks at the files of listed website data, for a plan; changes nothing.
  ///
  /// - Returns: one removal for each item that is still there, in order.
  func freeze(
    _ items: [WebsiteDataItem], of store: StoreDescription
  ) async throws(StoreFailure) -> [DataRemoval]

  /// A copy of everything that some removals take away, for the journal; changes nothing.
  ///
  /// - Throws: `changedMeanwhile` when something is no longer as it was frozen.
  func archive(
    _ removals: [DataRemoval], of store: StoreDescription
  ) async throws(StoreFailure) -> [UInt8]

  /// Removes website data, and nothing else in the profile.
  ///
  /// An item that is not listed or not as it was frozen is left alone. The result was read back.
  ///
  /// - Parameter force: whether to remove although a process uses the profile.
  func remove(
    _ removals: [DataRemoval], from store: StoreDescription, force: Bool
  ) async throws(StoreFailure) -> RemovedData

  /// Puts an archive back: bytes, modes and times.
  ///
  /// What is there in the meantime is not overwritten.
  ///
  /// - Parameter left: what the removal left of the databases that lost rows, by path.
  /// - Returns: one outcome for each removal that the archive was made of, in order.
  func restore(
    archive: [UInt8], to store: StoreDescription, expecting left: [String: FileFingerprint],
    force: Bool
  ) async throws(StoreFailure) -> DataResult

  /// Removes temporary files that a crash of this program left beside the store's file and beside others.
  ///
  /// - Parameter paths: files of the store's website data that were being changed.
  /// - Returns: the paths that were removed.
  func removeLeftovers(of store: StoreDescription, beside paths: Set<String>) async -> [String]

  /// The processes that use the profile which the store belongs to.
  func users(of store: StoreDescription) async -> [ProcessReference]
}

extension StoreDriver {
  /// By default no store has two names.
  public func first(
    of stores: [StoreDescription], sameAs store: StoreDescription
  ) async -> StoreDescription? {
    nil
  }

  /// By default no running app is seen.
  public func processPools(of stores: [StoreDescription]) async -> ProcessPoolListing {
    ProcessPoolListing()
  }

  /// By default all that is put back is as it was.
  public func replayLosses(
    of changes: [StoreChange], to store: StoreDescription, from earlier: EarlierContent
  ) async throws(StoreFailure) -> [ReplayLoss] {
    []
  }

  /// By default nobody can tell.
  public func replacement(of store: StoreDescription) async -> StoreFailure? { nil }

  /// By default no files are made.
  public func describe(
    newFile path: String, as format: StoreFormat?
  ) async throws(StoreFailure) -> StoreDescription? {
    nil
  }

  /// By default there is nothing beside cookies.
  public func websiteData(
    of store: StoreDescription, progress: @escaping @Sendable (WebsiteDataProgress) -> Void
  ) async throws(StoreFailure) -> WebsiteDataListing {
    WebsiteDataListing()
  }

  /// Lists what sites keep beside cookies, and tells nothing along the way.
  public func websiteData(
    of store: StoreDescription
  ) async throws(StoreFailure) -> WebsiteDataListing {
    try await websiteData(of: store) { _ in }
  }

  /// By default nothing is in it.
  public func entries(
    of item: WebsiteDataItem, in store: StoreDescription, withValues: Bool
  ) async throws(StoreFailure) -> [WebsiteDataEntry] {
    []
  }

  /// By default there is nothing to look at.
  public func freeze(
    _ items: [WebsiteDataItem], of store: StoreDescription
  ) async throws(StoreFailure) -> [DataRemoval] {
    []
  }

  /// By default there is nothing to copy.
  public func archive(
    _ removals: [DataRemoval], of store: StoreDescription
  ) async throws(StoreFailure) -> [UInt8] {
    []
  }

  /// By default there is nothing to remove.
  public func remove(
    _ removals: [DataRemoval], from store: StoreDescription, force: Bool
  ) async throws(StoreFailure) -> RemovedData {
    RemovedData(
      result: DataResult(outcomes: Array(repeating: .goneAlready, count: removals.count)))
  }

  /// By default there is nothing to put back.
  public func restore(
    archive: [UInt8], to store: StoreDescription, expecting left: [String: FileFingerprint],
    force: Bool
  ) async throws(StoreFailure) -> DataResult {
    DataResult(outcomes: [])
  }

  /// By default nothing is left anywhere.
  public func removeLeftovers(
    of store: StoreDescription, beside paths: Set<String>
  ) async -> [String] {
    []
  }

  /// By default those that have the store's file open.
  public func users(of store: StoreDescription) async -> [ProcessReference] {
    await holders(of: store)
  }
}

/// What became of website data that was to be removed.
public struct RemovedData: Hashable, Sendable {
  /// The outcomes, and what was compared.
  public var result: DataResult
  /// What is left of the databases that lost rows, by path.
  public var left: [String: FileFingerprint]

  /// Takes every field as it is.
  public init(result: DataResult, left: [String: FileFingerprint] = [:]) {
    self.result = result
    self.left = left
  }
}

/// What a driver found.
public struct Discovery: Hashable, Sendable {
  /// The stores.
  public var stores: [StoreDescription]
  /// Places that could not be looked at.
  public var problems: [StoreFailure]
  /// Where stores were looked for, a sentence of each driver without its full stop.
  public var places: [String]

  /// Takes every field as it is.
  public init(
    stores: [StoreDescription], problems: [StoreFailure] = [], places: [String] = []
  ) {
    self.stores = stores
    self.problems = problems
    self.places = places
  }
}

/// One change to a store.
public enum StoreChange: Hashable, Codable, Sendable {
  /// Removes every record of this identity.
  case remove(CookieKey)
  /// Adds a cookie, or replaces the one of the same identity.
  case put(Cookie)

  /// The identity that is changed.
  public var key: CookieKey {
    switch self {
    case .remove(let key): key
    case .put(let cookie): cookie.key
    }
  }
}

/// How a change is applied.
public struct ApplyOptions: Hashable, Sendable {
  /// The content that the change was planned on; nil for a file that did not exist.
  public var expected: FileFingerprint?
  /// Whether to write although a process has the file open (for copies).
  public var force: Bool
  /// Where cookies that are put back come from; nil when they are no earlier ones.
  public var earlier: EarlierContent?

  /// Takes every field as it is.
  public init(
    expected: FileFingerprint?, force: Bool = false, earlier: EarlierContent? = nil
  ) {
    self.expected = expected
    self.force = force
    self.earlier = earlier
  }
}

/// What became of each change.
public struct AppliedChanges: Hashable, Sendable {
  /// The outcome of one change, in the order of the request.
  public enum Outcome: Hashable, Sendable {
    case done
    /// There was nothing to remove.
    case goneAlready
    /// The format cannot hold the cookie at all.
    case unrepresentable(CookieAttribute)
    /// The read-back does not show the change.
    case unverified
  }

  /// The outcome of each change, in the order of the request.
  public var outcomes: [Outcome]
  /// The store as read back after the change.
  public var snapshot: StoreSnapshot
  /// What of records that were put back is not as it was.
  public var replayLosses: [ReplayLoss]
  /// In what the snapshot differs from an earlier one, where the driver has proved it.
  package var change: ContentChange?

  /// Takes every field as it is.
  public init(outcomes: [Outcome], snapshot: StoreSnapshot, replayLosses: [ReplayLoss] = []) {
    self.outcomes = outcomes
    self.snapshot = snapshot
    self.replayLosses = replayLosses
  }
}

/// What an observer of a store says.
public enum StoreHint: Hashable, Sendable {
  /// The store may have changed.
  case mayHaveChanged
  /// The store changed, and its engine says how.
  case changed(ObservedChange)
  /// The file or its directory went away.
  case missing
  /// The observer works, and by what means.
  case attached(ObservationMeans)
  /// The system's watches are used up, so the store is polled.
  case limited(setting: String)
}

/// How a store is observed.
public enum ObservationMeans: String, Codable, Hashable, Sendable {
  case inotify, polling, engine
}

/// What an engine says of a change in one of its stores.
public struct ObservedChange: Hashable, Sendable {
  /// The number of the store's last change; a gap before it means that something was not told.
  public var sequence: UInt64
  /// How many changes came together up to this one.
  public var count: Int
  /// The web view that caused them; nil when there were several, or none is known.
  public var view: String?
  /// Why the cookies changed.
  public var cause: StoreEvent.Cause

  /// Takes every field as it is.
  public init(sequence: UInt64, count: Int, view: String?, cause: StoreEvent.Cause) {
    self.sequence = sequence
    self.count = count
    self.view = view
    self.cause = cause
  }
}
