/// A place in a text: line and column count from 1, columns in Unicode scalars.
public struct SourcePosition: Sendable, Hashable, Comparable {
  // A tree has two positions for each key and each value: half the size is a tenth of the time to build it.
  private let storedLine: UInt32
  private let storedColumn: UInt32

  public init(line: Int, column: Int) {
    storedLine = UInt32(clamping: line)
    storedColumn = UInt32(clamping: column)
  }

  /// The line's number, from 1.
  public var line: Int { Int(storedLine) }
  /// The column's number in Unicode scalars, from 1.
  public var column: Int { Int(storedColumn) }

  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.storedLine, left.storedColumn) < (right.storedLine, right.storedColumn)
  }
}

extension SourcePosition: CustomStringConvertible {
  /// `line:column`.
  public var description: String { "\(line):\(column)" }
}

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
