import CookieCore
import ScreenKit
import StoreModel

extension BrowserState {
  mutating func openForm(editing item: ItemID?) -> [Effect] {
    if let item {
      guard let reference = library.reference(to: item), let cookie = library[reference] else {
        return []
      }
      overlays.append(.form(CookieForm(store: item.store, original: cookie, domain: "")))
    } else if let store = selectedStore {
      let domain = selectedSiteName ?? site ?? ""
      overlays.append(.form(CookieForm(store: store, original: nil, domain: domain)))
    }
    return []
  }

  mutating func typeInForm(_ text: String) -> [Effect] {
    guard case .form(var form) = overlays.last else { return [] }
    if form.focus.isText {
      form.texts[form.focus]?.insert(text)
      form.complaints = []
    } else if text == " " {
      form.toggle()
    }
    replaceTop(.form(form))
    return []
  }

  mutating func perform(_ command: Command, in form: CookieForm) -> [Effect] {
    var form = form
    switch command {
    case .leaveInput:
      overlays.removeLast()
      notice = Notice("Nothing was changed.")
      return []
    case .submit: return submit(form)
    case .focusNext: form.moveFocus(by: 1)
    case .focusPrevious: form.moveFocus(by: -1)
    case .characterForward where !form.focus.isText, .characterBack where !form.focus.isText:
      form.toggle()
    default:
      guard form.focus.isText, let edit = command.textEdit else { return [] }
      form.texts[form.focus]?.apply(edit)
      form.complaints = []
    }
    replaceTop(.form(form))
    return []
  }

  private mutating func submit(_ form: CookieForm) -> [Effect] {
    var form = form
    switch form.cookie(asOf: asOf) {
    case .failure(let complaint):
      form.complaints = [complaint.message]
      form.focus = complaint.field
      replaceTop(.form(form))
      return []
    case .success(let cookie):
      form.complaints = []
      replaceTop(.form(form))
      return plan(
        .edit(cookie, replacing: form.original?.key, in: form.store), title: "Checking the cookie")
    }
  }
}

/// What is wrong with one line of the form.
struct FormComplaint: Error, Equatable {
  var field: CookieForm.Field
  var message: String
}

extension CookieForm {
  /// Makes the cookie of what is written.
  ///
  /// What the form does not show, such as a container, stays as it was.
  func cookie(asOf now: Timestamp) -> Result<Cookie, FormComplaint> {
    let domain = text(.domain).drop { $0 == "." }
    guard let host = CanonicalHost(String(domain)) else {
      return .failure(FormComplaint(field: .domain, message: "This is no host."))
    }
    guard text(.path).hasPrefix("/") else {
      return .failure(FormComplaint(field: .path, message: "A path begins with a slash."))
    }
    var cookie =
      original ?? Cookie(name: "", value: "", domain: CookieText(host.name), hostOnly: true)
    cookie.name = changed(.name, from: original?.name)
    cookie.value = changed(.value, from: original?.value)
    if original?.domain.text != String(domain) { cookie.domain = CookieText(host.name) }
    cookie.path = changed(.path, from: original?.path)
    (cookie.hostOnly, cookie.secure, cookie.httpOnly) = (hostOnly, secure, httpOnly)
    cookie.sameSite = sameSite
    if cookie.encryptedValue != nil, !cookie.value.isEmpty { cookie.encryptedValue = nil }
    if original == nil { cookie.creationTime = now }
    if let complaint = setExpiry(of: &cookie, asOf: now) { return .failure(complaint) }
    setPartition(of: &cookie)
    return .success(cookie)
  }

  /// A text as bytes; what was not touched keeps its bytes, even those that are no text.
  private func changed(_ field: Field, from original: CookieText?) -> CookieText {
    let text = text(field)
    if let original, original.text == text { return original }
    return CookieText(text)
  }

  private func setExpiry(of cookie: inout Cookie, asOf now: Timestamp) -> FormComplaint? {
    let text = text(.expires)
    if let expiry = original?.expiryTime, TimeText.full(expiry) == text { return nil }
    if text.isEmpty || text == "session" {
      cookie.expiryTime = nil
      return nil
    }
    guard let time = TimeText.parse(text, asOf: now) else {
      return FormComplaint(
        field: .expires,
        message: "Write 2033-05-18, 2033-05-18 03:33:20, 30d, or nothing for a session cookie.")
    }
    guard original != nil || time > now else {
      return FormComplaint(
        field: .expires, message: "This time has passed: the cookie would be gone at once.")
    }
    cookie.expiryTime = time
    return nil
  }

  private func setPartition(of cookie: inout Cookie) {
    let text = text(.partition)
    guard text != cookie.partition?.topLevelSite ?? "" else { return }
    cookie.partition = text.isEmpty ? nil : CookiePartition(topLevelSite: text)
  }
}
