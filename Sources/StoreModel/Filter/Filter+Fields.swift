extension Filter {
  /// The fields that are asked about.
  ///
  /// What is dear to find out for a subject need not be told where nothing asks for it.
  public var fields: Set<FilterField> { expression.fields }
}

extension FilterExpression {
  fileprivate var fields: Set<FilterField> {
    switch self {
    case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.fields) }
    case .not(let inner), .saved(_, let inner): inner.fields
    case .word: []
    case .flag(let field), .comparison(let field, _, _): [field]
    }
  }
}
