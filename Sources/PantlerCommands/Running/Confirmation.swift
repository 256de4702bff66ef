import StoreModel

/// Asks before something is changed; the size of the question follows the size of the loss.
struct Confirmation {
  let session: CommandSession

  /// Asks about a plan, unless `--yes` was given.
  ///
  /// - Throws: when the answer is no, or when nobody is there to answer.
  func ask(about plan: Plan, question: String) throws(CommandFailure) {
    guard !session.arguments.has("yes") else { return }
    try requireSomebody()
    if plan.confirmationLevel() == .typedCount {
      prompt("\(question) Type \(plan.itemCount) to allow: ")
      guard answer() == String(plan.itemCount) else { throw .declined }
    } else {
      try ask(question)
    }
  }

  /// Asks a question with the answer no as the default, unless `--yes` was given.
  func ask(_ question: String) throws(CommandFailure) {
    guard !session.arguments.has("yes") else { return }
    try requireSomebody()
    prompt("\(question) y/N ")
    guard ["y", "yes"].contains(answer().lowercased()) else { throw .declined }
  }

  private func requireSomebody() throws(CommandFailure) {
    guard session.host.canAsk else {
      throw .usage(
        .other(
          "nobody is there to be asked; “--yes” does it without asking"
            + (session.specification.options.contains { $0.name == "dry-run" }
              ? ", “--dry-run” shows what it would do" : "")))
    }
  }

  private func prompt(_ text: String) {
    session.output.flush()
    session.host.errors.write(VisibleText.escaped(text))
    session.host.errors.flush()
  }

  private func answer() -> String {
    (session.host.readLine() ?? "").trimmingBlanks
  }
}

extension String {
  /// The text without blanks at both ends.
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
