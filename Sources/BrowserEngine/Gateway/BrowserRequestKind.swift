import Encodings

/// What a browser asks for, by the headers that no page can change (Fetch Metadata).
enum BrowserRequestKind: Sendable, Hashable {
  /// A page for the person.
  case page
  /// Something that a script asked for.
  case script
  /// A part of a page.
  case part
  /// What the browser wants for itself.
  case browsers

  init(_ request: HTTPRequestMessage) {
    switch request.headers["sec-fetch-dest"] {
    case "document": self = .page
    // No page began it, nor did a person.
    case .some where request.headers["sec-fetch-site"] == "none": self = .browsers
    case "empty": self = .script
    case .some: self = .part
    case nil:
      // Only trustworthy origins are told; elsewhere a page asks for safer ones.
      let isPage = request.headers["upgrade-insecure-requests"] != nil
      self = isPage ? .page : request.headers["referer"] == nil ? .browsers : .part
    }
  }
}
