public import CookieCore
import StoreModel

/// What is told of changes in a cookie store: WKHTTPCookieStoreObserver.
///
/// It is told once for each cookie that changed, and must read what.
public protocol HTTPCookieStoreObserver: AnyObject, Sendable {
  /// A cookie changed.
  @EngineActor func cookiesDidChange(in store: HTTPCookieStore)
}

/// The cookies of a website data store: WKHTTPCookieStore.
///
/// As in WebKit, set and delete say nothing of whether a cookie was refused; reading it back does.
@EngineActor public final class HTTPCookieStore {
  /// A jar and the pool whose views use it; no pool where pools decide nothing.
  private struct Hosted {
    weak var pool: ProcessPool?
    var jar: CookieJar
  }

  private struct WeakObserver {
    weak var observer: (any HTTPCookieStoreObserver)?
  }

  let app: EmbeddedApp
  let id: LiveStore.ID
  let kind: LiveStore.Kind
  /// The number of the last change of a cookie in any jar.
  public private(set) var sequence: UInt64 = 0
  /// Why the file could not be written; nil when it could.
  private(set) var writeFailure: StoreFailure?
  private var hosted: [Hosted] = []
  /// What the file holds.
  private var kept: CookieStorage
  /// Cookies that wait for the first pool.
  private var pending: CookieStorage
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var nextWaiting = 0
  private var observers: [WeakObserver] = []
  private var writing: Task<Void, Never>?

  init(_ kind: LiveStore.Kind, id: LiveStore.ID, in app: EmbeddedApp, kept: [Cookie]) {
    self.app = app
    self.id = id
    self.kind = kind
    var policy = CookiePolicy()
    // The engines keep more cookies than the least that the rules ask for.
    policy.maximumPerDomain = nil
    policy.maximumCount = nil
    let suffixes = app.surroundings.publicSuffixes
    self.kept = CookieStorage(kept, policy: policy, publicSuffixes: suffixes)
    pending = CookieStorage(policy: policy, publicSuffixes: suffixes)
    if app.era != .ios11 {
      hosted = [Hosted(pool: nil, jar: CookieJar(name: id.rawValue, storage: self.kept))]
    }
  }

  // MARK: What WebKit offers

  /// All cookies, those that scripts cannot see too.
  ///
  /// On iOS 11 they are those of one pool that uses the store, and before there is one none.
  public func allCookies() async -> [Cookie] { cookies }

  /// Sets a cookie; one that the rules refuse is silently left out.
  ///
  /// On iOS 11 it returns only when a view uses the store.
  public func setCookie(_ cookie: Cookie) async {
    _ = put(cookie)
    await firstUse()
  }

  /// Deletes the cookie of the same identity; none is no fault.
  ///
  /// On iOS 11 it returns only when a view uses the store.
  public func deleteCookie(_ cookie: Cookie) async {
    _ = remove(cookie.key)
    await firstUse()
  }

  /// Tells an observer of changes, for as long as somebody else keeps it; adding it twice adds it once.
  public func add(_ observer: any HTTPCookieStoreObserver) {
    observers.removeAll { $0.observer == nil || $0.observer === observer }
    observers.append(WeakObserver(observer: observer))
  }

  /// Tells an observer no more.
  public func remove(_ observer: any HTTPCookieStoreObserver) {
    observers.removeAll { $0.observer == nil || $0.observer === observer }
  }

  // MARK: What the engine needs

  /// Whether set and delete take effect now, and not when a view comes.
  var isUsed: Bool { apiJar != nil }

  /// The cookies that the functions above reach.
  var cookies: [Cookie] { living(apiJar?.storage.cookies ?? []) }

  /// The cookies that the views of a pool have; none before the pool has a view with the store.
  func cookies(of pool: ProcessPool) -> [Cookie] {
    guard app.era == .ios11 else { return cookies }
    return living(hosted.first { $0.pool === pool }?.jar.storage.cookies ?? [])
  }

  private func living(_ cookies: [Cookie]) -> [Cookie] {
    let now = app.surroundings.now()
    return cookies.filter { $0.expiryTime.map { $0 > now } ?? true }
  }

  /// The jar that the functions above reach: the only one, or on iOS 11 that of an arbitrary pool.
  private var apiJar: CookieJar? {
    hosted.first { app.era != .ios11 || $0.pool != nil }?.jar
  }

  /// Sets a cookie by the rules.
  ///
  /// - Returns: what the rules say of it.
  func put(_ cookie: Cookie) -> CookieReception {
    let now = app.surroundings.now()
    var judge = apiJar?.storage ?? pending
    // The longest lifetime is a rule for servers; an app's own cookie keeps what it was given.
    judge.policy.maximumLifetime = nil
    var reception = judge.evaluate(writing: cookie, at: now)
    guard reception.isAccepted, var written = reception.cookie else { return reception }
    written.creationTime = written.creationTime ?? now
    written.lastAccessTime = written.lastAccessTime ?? now
    if let jar = apiJar {
      jar.storage.removeExpired(at: now)
      reception.changes = jar.storage.put(written, at: now)
      tell(reception.changes, in: jar, view: nil, cause: .api)
    } else if written.isPersistent, kind == .default {
      // The app's own cookie storage took them, and the first pool found them in its file.
      kept.put(written, at: now)
      save()
    } else {
      pending.put(written, at: now)
    }
    return reception
  }

  /// Deletes a cookie.
  ///
  /// - Returns: whether it was there.
  func remove(_ key: CookieKey) -> Bool {
    guard let jar = apiJar else {
      let isKept = !kept.remove(key).isEmpty
      let isPending = !pending.remove(key).isEmpty
      if isKept { save() }
      return isKept || isPending
    }
    let changes = jar.storage.remove(key)
    tell(changes, in: jar, view: nil, cause: .api)
    return !changes.isEmpty
  }

  /// Deletes the cookies that a condition names.
  func removeAll(where condition: (Cookie) -> Bool) {
    guard let jar = apiJar else { return }
    tell(jar.storage.removeAll(where: condition), in: jar, view: nil, cause: .removal)
  }

  /// The jar that views of a pool use; on iOS 11 it is made for the pool's first view.
  func jar(for pool: ProcessPool) -> CookieJar {
    guard app.era == .ios11 else {
      // There has been one since the store was made.
      return hosted[0].jar
    }
    // A pool that went leaves what it had not written yet.
    if hosted.contains(where: { $0.pool == nil }) { write() }
    hosted.removeAll { $0.pool == nil }
    if let found = hosted.first(where: { $0.pool === pool }) { return found.jar }
    let jar = CookieJar(name: "\(pool.id) \(id)", storage: kept)
    hosted.append(Hosted(pool: pool, jar: jar))
    let now = app.surroundings.now()
    for cookie in pending.cookies {
      tell(jar.storage.put(cookie, at: now), in: jar, view: nil, cause: .api)
    }
    pending.removeAll { _ in true }
    for continuation in waiting.values { continuation.resume() }
    waiting = [:]
    return jar
  }

  /// Counts changes, tells them, and sees that what is persistent is written.
  func tell(
    _ changes: [CookieChange], in jar: CookieJar, view: LiveView.ID?,
    cause: LiveNotification.ChangeCause
  ) {
    let count = jar.note(changes)
    guard count > 0 else { return }
    sequence += UInt64(count)
    app.news.collect(count, in: id, sequence: sequence, view: view, cause: cause)
    if kind != .nonPersistent { scheduleWriting() }
    guard jar === apiJar else { return }
    observers.removeAll { $0.observer == nil }
    for _ in 0..<count {
      for registered in observers { registered.observer?.cookiesDidChange(in: self) }
    }
  }

  private func firstUse() async {
    guard app.era == .ios11, !isUsed else { return }
    let number = nextWaiting
    nextWaiting += 1
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { continuation.resume() } else { waiting[number] = continuation }
      }
    } onCancel: {
      Task { @EngineActor in waiting.removeValue(forKey: number)?.resume() }
    }
  }
}

// MARK: The file

extension HTTPCookieStore {
  private func scheduleWriting() {
    guard writing == nil else { return }
    let (clock, delay) = (app.surroundings.clock, app.surroundings.writeDelay)
    writing = Task { [weak self] in
      guard (try? await clock.sleep(for: delay)) != nil else { return }
      self?.write()
    }
  }

  /// Writes what changed, and lets the jars of other pools see it.
  func write() {
    writing?.cancel()
    writing = nil
    guard kind != .nonPersistent else { return }
    let changed = hosted.filter { !$0.jar.unsaved.isEmpty }.map(\.jar)
    guard !changed.isEmpty else { return }
    let now = app.surroundings.now()
    for jar in changed {
      let unsaved = jar.unsaved.sorted { $0.key < $1.key }
      jar.unsaved = [:]
      for (key, cookie) in unsaved {
        if let cookie { kept.put(cookie, at: now) } else { kept.remove(key) }
        for other in hosted.map(\.jar) where other !== jar {
          leak(key, cookie, into: other, at: now)
        }
      }
    }
    save()
  }

  /// Brings a change of the file into a jar; session cookies are in no file and stay as they are.
  private func leak(_ key: CookieKey, _ cookie: Cookie?, into jar: CookieJar, at now: Timestamp) {
    let own = jar.storage.cookies.first { $0.key == key }
    guard own != cookie, cookie != nil || own?.isPersistent == true else { return }
    let changes = cookie.map { jar.storage.put($0, at: now) } ?? jar.storage.remove(key)
    tell(changes, in: jar, view: nil, cause: .file)
    // It is in the file already.
    jar.unsaved[key] = nil
  }

  private func save() {
    guard let keeping = app.surroundings.keeping, kind != .nonPersistent else { return }
    kept.removeExpired(at: app.surroundings.now())
    do throws(StoreFailure) {
      try keeping.write(kept.cookies.filter(\.isPersistent), of: kind)
      writeFailure = nil
    } catch {
      writeFailure = error
    }
  }
}
