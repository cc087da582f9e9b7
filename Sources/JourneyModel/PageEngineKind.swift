/// What walks a journey whose screens are web pages.
public enum PageEngineKind: String, Sendable, Hashable, CaseIterable {
  /// Plain HTTP with an HTML parser: no script runs.
  case http
  /// A real browser.
  case browser
}
