import Encodings
import JourneyMock

/// Where pages are.
package enum HostedPath {
  /// Where a browser finds a way in, and every page below it.
  package static let root = "/pages/"
  /// The page of a journey that left for another site; no screen's id begins so.
  static let away = root + "~away"
  /// The cookie by which a browser shows that a journey is its own.
  static let cookie = "journey-page"

  /// The query of a form with which a person comes back from another site without having done anything there.
  static let cancelled = "cancelled"

  /// What a path below the root names.
  enum Place: Equatable {
    case root
    case away
    case screen(String)
    /// A form of a screen; its id may hold slashes.
    case form(String, of: String)
  }

  static func path(ofScreen id: String) -> String { root + PercentEncoding.encodeComponent(id) }

  static func path(ofForm id: String, onScreen screen: String) -> String {
    "\(path(ofScreen: screen))/\(PercentEncoding.encodeComponent(id))"
  }

  /// What an identity provider's form calls it: what follows the slash of its id.
  static func name(ofProvider form: String) -> String { form.firstIndex(of: "/").map { String(form[form.index(after: $0)...]) } ?? form }

  /// `nil` for a path that names nothing.
  static func place(of path: String) -> Place? {
    if path == root { return .root }
    if path == away { return .away }
    guard path.hasPrefix(root) else { return nil }
    let parts = path.dropFirst(root.count).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let names = parts.compactMap { PercentEncoding.decode(String($0)) }
    guard names.count == parts.count, !names.contains("") else { return nil }
    return names.count == 2 ? .form(names[1], of: names[0]) : .screen(names[0])
  }
}
