import Diagnostics
import JourneyModel
import ModelCoding

/// What a person needs to know of an exchange to see why a journey broke.
public struct ExchangeSummary: Sendable, Hashable {
  private static let bodyLimit = 400

  /// What it was for, in the dialect's words, e.g. `form identifier`.
  public var purpose: String
  public var method: String
  /// Without the parts that are secret.
  public var url: String
  /// `nil` if there was no response.
  public var status: Int?
  /// What kind of body the answer says it has; `nil` if it does not say.
  public var contentType: String?
  /// The beginning of the response's body, redacted, on one line; empty if there was none.
  public var body: String
  public var duration: Duration

  init(_ exchange: Exchange) {
    purpose = exchange.purpose
    method = exchange.method
    url = exchange.url
    status = exchange.response?.status
    contentType = exchange.response?.headers.first { $0.name.lowercased() == "content-type" }?.value.text
    let text = exchange.response?.concealedBody() ?? ""
    body = HarmlessText.line(text, limit: Self.bodyLimit)
    duration = exchange.duration
  }

  /// Method and address, e.g. `POST https://acme.test/flow/api/v1/form/identifier`.
  var asked: String { "\(method) \(url)" }

  /// Status and kind, e.g. `503 text/html in 34 ms`.
  var came: String {
    guard let status else { return "no response in \(DurationWords.short(duration))" }
    return "\(status)" + (contentType.map { " \($0)" } ?? "") + " in \(DurationWords.short(duration))"
  }
}
