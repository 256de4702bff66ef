import CookieCore
import StoreModel

/// A page that was loaded, by whichever engine, as `pantler open` tells of it.
struct LoadedPage {
  /// What happened, in plain words.
  let lines: [String]
  /// What happened, in JSON.
  let json: PageJSON
  /// Why it was not loaded; nil when it was.
  let failure: PageFailure?
  /// The cookies afterwards.
  let cookies: [Cookie]

  /// A page that was loaded without a view, whose every cookie is known.
  init(_ load: PageLoad, masks: Bool, publicSuffixes: PublicSuffixes) {
    lines = PageText.lines(load, masks: masks)
    json = PageJSON(load, masks: masks, publicSuffixes: publicSuffixes)
    failure = if case .failed(let failure) = load.outcome { failure } else { nil }
    cookies = load.storage.cookies
  }

  /// A page that was loaded in a view, whose engine tells what it tells.
  ///
  /// - Parameter given: the cookies that it began with.
  init(_ page: LivePage, from given: [Cookie], masks: Bool, publicSuffixes: PublicSuffixes) {
    lines = PageText.lines(page, masks: masks)
    json = PageJSON(page, masks: masks, publicSuffixes: publicSuffixes)
    failure =
      if case .failed(let failure) = page.navigation.outcome { failure } else { nil }
    cookies = page.cookies(from: given)
  }
}
