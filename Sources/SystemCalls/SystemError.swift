import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the operating system said to a call that failed.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What callers tell apart.
  package enum Kind: Sendable, Hashable {
    case notPermitted, noSpace, isFolder, other
  }

  /// A value of `errno`.
  package var code: Int32

  package init(code: Int32) { self.code = code }

  /// What swift-system threw, which is an error of the system.
  init(_ error: any Error) { code = (error as? Errno)?.rawValue ?? EIO }

  /// A file ends before it should.
  package static let cutShort = SystemError(code: EIO)

  /// A folder on the way to a file is a link that leads out of the project.
  package static let leadsOut = SystemError(code: -1)

  /// Of the last call on this thread.
  static var last: SystemError { SystemError(code: errno) }

  package var kind: Kind {
    switch code {
    case EACCES, EPERM, EROFS: .notPermitted
    case ENOSPC, EDQUOT: .noSpace
    case EISDIR: .isFolder
    default: .other
    }
  }

  /// Whether what is written has no reader any more.
  package var isMissingReader: Bool { code == EPIPE }

  /// As the system has it, with a capital letter.
  package var words: String {
    if self == .leadsOut { return "A link would lead out of the project" }
    return systemWords
  }

  private var systemWords: String { strerror(code).map { String(cString: $0) } ?? "Error \(code)" }

  package var description: String { words.prefix(1).lowercased() + words.dropFirst() }
}
