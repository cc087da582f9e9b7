import Encodings
import HostedDialect
import JourneyReports

/// What a saved HTML page becomes as a screen, and the line of `pages:` that would name it.
public struct SavedPage: Sendable {
  /// Why a page is not looked at, in one sentence.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    public let description: String
    /// Whether the server is the reason, such as one that does not answer, rather than what the caller wrote.
    public let isOfServer: Bool

    init(description: String, isOfServer: Bool = false) {
      self.description = description
      self.isOfServer = isOfServer
    }
  }

  private let page: HTMLPage

  /// - Parameters:
  ///   - path: the page's file; also a pipe, as `/dev/stdin`.
  ///   - address: where the page was answered from.
  public init(file path: String, address: String) throws(Failure) {
    let url = try Self.webAddress(address)
    let limits = PageLimits()
    let bytes: [UInt8]
    do { bytes = try BoundedFile.bytes(of: path, limit: limits.bytes) } catch {
      switch error {
      case .unreadable: throw Failure(description: "'\(path)' cannot be read")
      case .tooLarge: throw Failure(description: "'\(path)' has more than \(limits.bytes) bytes")
      }
    }
    do { page = try HTMLPage(bytes, url: url, limits: limits) } catch { throw Failure(description: "'\(path)': \(error)") }
  }

  /// The address of a page; throws where no page is at such an address.
  static func webAddress(_ text: String) throws(Failure) -> WebURL {
    let url: WebURL
    do { url = try WebURL(text) } catch { throw Failure(description: "'\(text)' is not an address: \(error)") }
    guard url.scheme == "https" || url.scheme == "http" else { throw Failure(description: "'\(text)' is not a web address") }
    return url
  }

  /// The screen drawn, what a scenario cannot do on it, and the rule that would name it.
  public func text(usesColour: Bool) -> String {
    PageSummary(page: page, reading: PageReader().read(page)).text(usesColour: usesColour)
  }
}
