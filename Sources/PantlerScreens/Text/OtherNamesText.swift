/// That a file has other names, under which its old content stays.
enum OtherNamesText {
  static func sentence(_ store: String, _ count: Int) -> String {
    let names = count == 1 ? "another name" : "\(count) other names"
    return "Hard link: what is deleted from \(store) STAYS under \(names)."
  }
}
