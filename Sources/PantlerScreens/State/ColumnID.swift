/// A column of a list.
package enum ColumnID: String, CaseIterable, Hashable, Sendable {
  case site, count, types, size, used, guarded, inUse, issues
  case name, value, domain, path, flags, sameSite, expires, created, partition, container, store
  case title, engine, format, state, observed, location
  case id, kind, time, undo, result
  case process, data, processor, memory, page
  case differences, agreed

  /// The heading.
  package var title: String {
    switch self {
    case .site: "Site"
    case .count: "Ck"
    case .types: "Types"
    case .size: "Size"
    case .used: "Last used"
    case .guarded: "Guard"
    case .inUse: "In use"
    case .issues: "!"
    case .name: "Name"
    case .value: "Value"
    case .domain: "Domain"
    case .path: "Path"
    case .flags: "Flags"
    case .sameSite: "Same"
    case .expires: "Expires"
    case .created: "Created"
    case .partition: "Partition"
    case .container: "Container"
    case .store: "Store"
    case .title: "Store"
    case .engine: "Engine"
    case .format: "Format"
    case .state: "State"
    case .observed: "Observed"
    case .location: "Path"
    case .id: "Id"
    case .kind: "Change"
    case .time: "Time"
    case .undo: "Undo"
    case .result: "Result"
    case .differences: "Differ"
    case .agreed: "Agreed"
    case .process: "Process"
    case .data: "Data"
    case .processor: "CPU"
    case .memory: "Memory"
    case .page: "Page"
    }
  }
}
