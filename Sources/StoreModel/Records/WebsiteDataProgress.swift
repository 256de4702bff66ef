/// How far a listing of website data has come.
public struct WebsiteDataProgress: Hashable, Sendable {
  /// The directories that are looked through, as in the listing that will be.
  public var roots: [String]
  /// The number of files and folders that were looked at so far.
  public var fileCount: Int
  /// What is known so far; nil when there is nothing new.
  ///
  /// More items come, and counts and sizes still grow.
  public var listing: WebsiteDataListing?
  /// Items that are known whole now and were not before, all of an owner together, in the order of owners.
  public var finished: [WebsiteDataItem]

  /// Takes every field as it is.
  public init(
    roots: [String], fileCount: Int, listing: WebsiteDataListing? = nil,
    finished: [WebsiteDataItem] = []
  ) {
    self.roots = roots
    self.fileCount = fileCount
    self.listing = listing
    self.finished = finished
  }
}
