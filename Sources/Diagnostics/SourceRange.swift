/// A stretch of a file, from its first character to just after its last.
public struct SourceRange: Sendable, Hashable {
  /// The file that the stretch lies in.
  public let file: SourceFile
  /// Where it begins.
  public let start: SourcePosition
  /// Just after its last character; equal to `start` if nothing was written.
  public let end: SourcePosition

  public init(file: SourceFile, start: SourcePosition, end: SourcePosition) {
    self.file = file
    self.start = start
    self.end = end
  }

  /// Whether another stretch lies in this one.
  package func contains(_ other: SourceRange) -> Bool {
    file == other.file && start <= other.start && other.end <= end
  }
}

extension SourceRange: CustomStringConvertible {
  /// `file:line:column` of its beginning, as every output writes a place.
  public var description: String { "\(file.name):\(start.line):\(start.column)" }
}

/// A value together with the place in a file where a person wrote it.
public struct Located<Value> {
  public var value: Value
  /// The place of the value.
  public var range: SourceRange

  public init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }

  /// The same place with another value.
  public func map<Other, Failure: Error>(_ transform: (Value) throws(Failure) -> Other) throws(Failure) -> Located<Other> {
    Located<Other>(try transform(value), at: range)
  }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}
