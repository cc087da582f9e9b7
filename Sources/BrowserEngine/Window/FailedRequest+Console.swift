import Encodings
import HostedDialect

extension FailedRequest {
  /// A request of a script that the page's own policy stopped, which only the browser's console reports; `nil` for any other line.
  ///
  /// As Chromium writes it: `Connecting to 'ADDRESS' violates the following Content Security Policy directive: "DIRECTIVE". …`, and with
  /// `Refused to connect to` in its earlier versions.
  init?(ofConsole line: String) {
    guard let match = line.firstMatch(of: Self.refusal) else { return nil }
    let url: WebURL
    do { url = try WebURL(String(match.1)) } catch { return nil }
    let directive = match.2.prefix(200)
    self.init("", url.withoutQuery, .blocked("the page's policy '\(directive)' does not allow it (Content-Security-Policy)"))
  }

  private static var refusal: Regex<(Substring, Substring, Substring)> {
    /[Cc]onnect(?:ing)? to '([^']+)' (?:because it )?violates the following Content Security Policy directive: \\?"([^"\\]+)/
  }
}
