/// Where the bytes of an event log are kept; readers take them range by range.
public protocol LogSource: Sendable {
  /// How many bytes there are; a log that still grows is read as far as it went when it was opened.
  var byteCount: Int { get }
  /// The bytes of a range, which has to lie within `byteCount`.
  func bytes(in range: Range<Int>) throws(EventLogError) -> [UInt8]
}

/// An event log in memory.
public struct LogBytes: LogSource {
  private let bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public var byteCount: Int { bytes.count }
  public func bytes(in range: Range<Int>) throws(EventLogError) -> [UInt8] { Array(bytes[range]) }
}
