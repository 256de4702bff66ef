import StoreModel

extension ManualPages {
  /// pantler-filter(7): the language of filters.
  static func filters(version: String) -> Roff {
    var page = Roff(
      "pantler-filter", section: 7, version: version, purpose: "the filters of pantler")
    page.heading("DESCRIPTION")
    page.paragraph(
      "One language narrows tables and the log, chooses what is deleted, and makes guards and saved filters. Words "
        + "side by side must all fit; | stands between alternatives; ! or - before a word turns it round; "
        + "parentheses group. A plain word looks for a part of the site, the host and the name, without regard to "
        + "case unless it has capitals; it never looks into values. @name is a saved filter.")
    page.heading("GRAMMAR")
    page.example([
      "expr  = or ; or = and { \"|\" and } ; and = not { [ \"&\" ] not } ; not = [ \"!\" | \"-\" ] atom",
      "atom  = \"(\" or \")\" | field op value | \"@\" saved | word",
      "op    = \":\" | \"=\" | \"!=\" | \"~\" | \"<\" | \"<=\" | \">\" | \">=\"",
      "value = word | \"quoted\" | /regex/flags | number unit | duration | date",
    ])
    page.heading("OPERATORS")
    for (sign, meaning) in [
      (":", "is, or fits a glob; *.example.org is that host and all below it"),
      ("= !=", "is exactly, is not"), ("~", "fits a regular expression"),
      ("< <= > >=", "for sizes (k m g), times (s m h d w or a date) and levels"),
    ] { page.term(sign, meaning) }
    page.heading("FIELDS")
    for field in FilterField.allCases {
      let signs = field.operators.map(\.rawValue).joined(separator: " ")
      let words = field.choices.isEmpty ? "" : ": " + field.choices.joined(separator: ", ")
      page.term("\(field.rawValue)  \(signs)", field.kind.help + words + ".")
    }
    page.heading("EXAMPLES")
    for (filter, meaning) in [
      ("(site:a.test | site:b.test) !guarded", "what two sites keep, but for what is guarded"),
      ("expires<7d", "what expires within a week"), ("used>30d", "what was not used for a month"),
      ("host:*.example.org secure:no", "what a host and those below it send over HTTP, too"),
      ("name~/^_ga/", "names that begin with _ga"),
    ] { page.term(filter, meaning) }
    page.heading("SEE ALSO")
    page.paragraph("pantler(1), pantler-config(5)")
    return page
  }
}

extension FilterField.Kind {
  /// What a field of the kind holds, as the beginning of a sentence.
  fileprivate var help: String {
    switch self {
    case .text: "A text"
    case .host: "A host, in Unicode or in its xn-- spelling"
    case .identifier: "An id, or the beginning of one"
    case .flag: "Yes or no; the field alone means yes"
    case .choice: "One of"
    case .size: "A number of bytes, such as 4k"
    case .time: "A time, such as 7d or 2030-01-31"
    case .age: "A length of time, such as 2h"
    }
  }
}
