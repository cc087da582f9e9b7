import Encodings
import HTTPTypes
import Hummingbird
import JourneyMock

/// Who may use the control routes: this machine's own tools, or clients that know the token.
struct ControlGuard: Sendable {
  private let token: String?

  init(token: String?) { self.token = token }

  /// Why a control route is not answered; `nil` if it is.
  ///
  /// The token alone decides where there is one, so that the routes are reached through mapped ports and by any name.
  ///
  /// - Parameter isStranger: whether a web page of another site asks, as `CrossOriginPolicy` judges it.
  func refusal(of request: Request, to path: String, isOurName: Bool, isStranger: Bool) -> HTTPResponseMessage? {
    guard let token else {
      guard isOurName else {
        return ControlTable.refusal(421, "the Host is none of the mock's names", suggestion: "--allow-host allows a name")
      }
      guard isStranger || request.headers[.origin] != nil else { return nil }
      return ControlTable.refusal(403, "the control routes are not for web pages", suggestion: "--control-token opens them to its holders")
    }
    // Browsers send a password again without being asked, for other sites' forms too: it opens nothing but the page that is looked at.
    let isLook = path == StartPage.path && (request.method == .get || request.method == .head)
    let sent = request.headers[.controlToken] ?? (isLook ? Self.password(of: request) : nil)
    if let sent, Self.isEqual(sent, token) { return nil }
    var response = ControlTable.refusal(401, "the control routes need the token of the mock in Journey-Control-Token")
    if isLook { response.headers.append("WWW-Authenticate", "Basic realm=\"journey mock\", charset=\"UTF-8\"") }
    return response
  }

  /// The password of `Authorization: Basic`, by which a person's browser sends the token.
  private static func password(of request: Request) -> String? {
    guard let words = request.headers[.authorization]?.split(separator: " "), words.count == 2, words[0].lowercased() == "basic",
      let bytes = Base64.decode(String(words[1]))
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.firstIndex(of: ":").map { String(text[text.index(after: $0)...]) }
  }

  /// Takes as long for a near miss as for a far one.
  private static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
