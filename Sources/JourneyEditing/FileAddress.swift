internal import Encodings

/// The addresses by which editors name files.
enum FileAddress {
  private static let scheme = "file://"

  /// The absolute path; `nil` for an address that is not of a file of this machine.
  static func path(of address: String) -> String? {
    guard address.hasPrefix(scheme) else { return nil }
    let rest = address.dropFirst(scheme.count)
    guard let slash = rest.firstIndex(of: "/"), rest[..<slash].isEmpty || rest[..<slash] == "localhost" else { return nil }
    return PercentEncoding.decode(String(rest[slash...]))
  }

  static func address(of path: String) -> String { scheme + PercentEncoding.encodePath(path) }
}
