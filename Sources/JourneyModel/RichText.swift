/// A text as a person sees it, with the markup that it was sent in.
public struct RichText: Sendable, Hashable, ExpressibleByStringLiteral {
  /// What a person reads.
  public var visible: String
  /// The markup; `nil` if it was sent as plain text.
  public var html: String?

  public init(_ visible: String, html: String? = nil) {
    self.visible = visible
    self.html = html
  }

  public init(stringLiteral text: String) { self.init(text) }
}
