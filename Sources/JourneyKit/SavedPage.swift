import Encodings
import HostedDialect
import JourneyReports

/// What a saved HTML page becomes as a screen, and the line of `pages:` that would name it.
public struct SavedPage: Sendable {
  /// Why a page is not looked at, in one sentence.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    public let description: String
  }

  private let page: HTMLPage

  /// - Parameters:
  ///   - path: the page's file; also a pipe, as `/dev/stdin`.
  ///   - address: where the page was answered from.
  public init(file path: String, address: String) throws(Failure) {
    let url: WebURL
    do { url = try WebURL(address) } catch { throw Failure(description: "'\(address)' is no address: \(error)") }
    guard url.scheme == "https" || url.scheme == "http" else { throw Failure(description: "'\(address)' is no web address") }
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

  /// The screen drawn, what a scenario cannot do on it, and the rule that would name it.
  public func text(usesColour: Bool) -> String {
    let reading = PageReader().read(page)
    let notes = reading.notes.map { "note: \($0)" }
    let lines = notes + ["", "The rule that names this page, for its tenant in tenants.yaml:", "", "    pages:", "      rules:", rule]
    return DrawnScreen.text(of: reading.screen, followedBy: lines, usesColour: usesColour)
  }

  /// The proposed rule in YAML, indented as it stands in a tenant.
  private var rule: String {
    let rule = PageRules.proposed(for: page)
    let members = [("screen", rule.id), ("path", rule.path?.description), ("title", rule.title), ("h1", rule.h1)]
    let parts = members.compactMap { name, value in value.map { "\(name): \(JSONWriter.text(of: .string($0)))" } }
    return "        - {\(parts.joined(separator: ", "))}"
  }
}
