internal import Encodings

extension WebURL {
  /// What a browser makes of an address in a page: white space and controls are left out, backslashes are slashes, what is
  /// illegal is encoded; `nil` for what is no address even so.
  func following(_ reference: String) -> WebURL? {
    let kept = reference.trimmingASCIISpace.unicodeScalars.filter { $0 != "\t" && $0 != "\n" && $0 != "\r" }
    var text = String(String.UnicodeScalarView(kept))
    let isWeb =
      text.firstIndex(of: ":").map { ["http", "https"].contains(text[..<$0].lowercased()) } ?? ["http", "https"].contains(scheme)
    if isWeb, text.contains("\\") {
      let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
      text = text[..<end].map { $0 == "\\" ? "/" : String($0) }.joined() + text[end...]
    }
    // An address that no browser follows either; there is nothing to say about it.
    do { return try resolve(PercentEncoding.encodeIllegal(text)) } catch { return nil }
  }
}
