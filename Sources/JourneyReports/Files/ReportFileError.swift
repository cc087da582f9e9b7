/// Why a file could not be written.
public struct ReportFileError: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Reason: Sendable, Hashable {
    case notWritable
    case diskFull
    /// There is a folder in the place of the file.
    case isFolder
    /// What the operating system said.
    case other(String)
  }

  public var path: String
  public var reason: Reason

  public init(path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  public var description: String {
    switch reason {
    case .notWritable: "'\(path)' cannot be written: permission denied"
    case .diskFull: "'\(path)' cannot be written: no space is left on the device"
    case .isFolder: "'\(path)' cannot be written: it is a folder"
    case .other(let text): "'\(path)' cannot be written: \(text)"
    }
  }
}
