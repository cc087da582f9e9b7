internal import Encodings

extension WebURL {
  /// Where a reference in a page leads from here; `nil` for what no browser follows either.
  func following(_ reference: String) -> WebURL? {
    do { return try BrowserReference.resolve(reference, against: self) } catch { return nil }
  }
}
