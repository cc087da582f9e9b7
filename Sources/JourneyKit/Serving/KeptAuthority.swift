import JourneyMockServer
import SystemCalls

/// A certificate authority in two files, so that clients trust a mock once and not after each of its starts.
public struct KeptAuthority: Sendable {
  let made: MadeAuthority
  /// Whether it was made now, so that clients have to trust it first.
  public let isNew: Bool

  /// What clients have to trust, as a PEM file.
  public var certificate: String { made.certificate }

  /// The authority of these files, or a new one that is written to them where the key is not there yet, or its time is over.
  ///
  /// The key's file is its owner's alone (0600); one that others may read is refused, because anyone with the key can pass for any server.
  ///
  /// - Parameters:
  ///   - certificate: the path of what clients have to trust.
  ///   - key: the path of the authority's key.
  public init(certificate: String, key: String) throws(RunFailure) {
    guard certificate != key else { throw .cannotWrite("'\(key)' cannot hold the certificate and its key") }
    if let status = FileStatus(of: key, followsLinks: true) {
      guard status.kind == .plain else { throw .cannotRead("'\(key)' is not a file") }
      guard status.permissions & 0o077 == 0 else {
        throw .cannotRead("'\(key)' holds the key of a certificate authority and others may read it: chmod 600 \(key)")
      }
      let known = try Self.read(certificate: certificate, key: key)
      if known.isGood {
        (made, isNew) = (known, false)
        return
      }
    } else if FileStatus(of: certificate, followsLinks: true) != nil {
      // Clients may trust it; they would not trust another one in its place.
      throw .cannotWrite("'\(certificate)' is there and its key '\(key)' is not: remove it, or name the key that belongs to it")
    }
    do throws(MockServerError) { made = try MadeAuthority(isKept: true) } catch { throw .cannotServe(error.description) }
    isNew = true
    try Self.write(made.key, to: key, isSecret: true)
    try Self.write(made.certificate, to: certificate, isSecret: false)
  }

  private static func read(certificate: String, key: String) throws(RunFailure) -> MadeAuthority {
    var texts: [String] = []
    for path in [certificate, key] {
      do throws(BoundedFile.Failure) {
        texts.append(String(decoding: try BoundedFile.bytes(of: path, limit: 64 * 1024), as: UTF8.self))
      } catch { throw .cannotRead("'\(path)' cannot be read: it belongs to the authority of '\(key)'") }
    }
    do throws(MockServerError) { return try MadeAuthority(certificate: texts[0], key: texts[1]) } catch {
      throw .cannotRead("'\(certificate)' and '\(key)' are not an authority of a mock: \(error.description)")
    }
  }

  /// Under another name first, so that it is never read half written.
  private static func write(_ text: String, to path: String, isSecret: Bool) throws(RunFailure) {
    do throws(SystemError) {
      try FileSystem.makeFolders(for: path)
      let (file, temporary) = try OpenFile.temporary(beginning: path + ".")
      defer { file.close() }
      try file.write(Array(text.utf8)[...])
      try file.flush()
      if !isSecret { file.share() }
      try FileSystem.rename(temporary, to: path)
    } catch { throw .cannotWrite("'\(path)' cannot be written: \(error)") }
  }
}
