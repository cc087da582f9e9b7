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
