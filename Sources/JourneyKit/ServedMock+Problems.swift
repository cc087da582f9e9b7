import Encodings
import JourneyMockServer

extension ServedMock.Settings {
  /// What is wrong with an issuer; `nil` if nothing is. It is an absolute address of `http` or `https`, with or without a slash at the end.
  public static func problem(ofIssuer text: String) -> String? {
    do throws(WebURLError) {
      let url = try WebURL(text)
      guard url.originParts != nil else { return "it has to begin with https:// or http://" }
      guard url.query == nil, url.fragment == nil, url.userInfo == nil else { return "it has a query, a fragment or a user" }
      return text.hasSuffix("//") ? "it must not end in two slashes" : nil
    } catch {
      return "\(error)"
    }
  }

  /// What is wrong with a web origin that is to be allowed; `nil` if nothing is. `*` allows every one.
  public static func problem(ofOrigin text: String) -> String? {
    if text == "*" || WebOrigin.isOne(text) { return nil }
    if let origin = WebOrigin.text(of: text) { return "an origin has no path and not the scheme's usual port: write \(origin)" }
    return "an origin has a scheme and a host, e.g. http://localhost:5173"
  }

  /// What is wrong with a name that the mock is to answer to; `nil` if nothing is. `*` is every name.
  public static func problem(ofHost text: String) -> String? {
    text == "*" || WebOrigin.isHost(text) ? nil : "a host name has neither a scheme nor a port, e.g. mock or login.acme.test"
  }
}
