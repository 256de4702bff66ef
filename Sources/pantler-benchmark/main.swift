import Foundation

/// Prints the measurements that the arguments ask for, and returns the exit status.
@MainActor func run(_ arguments: [String]) async -> Int32 {
  let usage = """
    Usage: pantler-benchmark [--quick] [--list] [FIGURE …]

    Measures Pantler on generated stores and prints each figure beside its budget.

      --quick   small stores; a minute at most
      --list    the figures there are
      --help    this text
    """
  let names = arguments.filter { !$0.hasPrefix("-") }
  let options = Set(arguments).subtracting(names)
  if options.contains("--help") {
    print(usage)
    return 0
  }
  let unknown = Set(names).subtracting(Figure.all.map(\.name))
  guard options.isSubset(of: ["--quick", "--list"]), unknown.isEmpty else {
    FileHandle.standardError.write(Data((usage + "\n").utf8))
    return 2
  }
  if options.contains("--list") {
    for figure in Figure.all { print("\(figure.name): \(figure.summary)") }
    return 0
  }
  let sizes = options.contains("--quick") ? Sizes.quick : .whole
  for figure in Figure.all where names.isEmpty || names.contains(figure.name) {
    do {
      for line in try await figure.measure(sizes) { print(line.text) }
    } catch let failure as NotMeasured {
      print("\(figure.name): not measured. \(failure.reason)")
    } catch {
      print("\(figure.name): not measured. \(error)")
    }
    fflush(nil)
  }
  return 0
}

exit(await run(Array(CommandLine.arguments.dropFirst())))
