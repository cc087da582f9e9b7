/// A form's id, unique on its screen. It may hold slashes and is never split.
public struct FormID: Sendable, Hashable, RawRepresentable, CustomStringConvertible, ExpressibleByStringLiteral {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ text: String) { rawValue = text }
  public init(stringLiteral text: String) { rawValue = text }
  public var description: String { rawValue }
}
