/// A widget's id: a path whose parts are never found by splitting. It is looked up and compared whole, by its text.
public struct WidgetID: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// One element where the dialect sends a single id, dots in it included.
  public var path: [String]

  public init(path: [String]) { self.path = path }
  public init(_ text: String) { path = [text] }
  public init(stringLiteral text: String) { path = [text] }

  /// The path joined with dots, as scenarios write it.
  public var text: String { path.count == 1 ? path[0] : path.joined(separator: ".") }
  public var description: String { text }

  public static func == (left: WidgetID, right: WidgetID) -> Bool { left.text == right.text }
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
