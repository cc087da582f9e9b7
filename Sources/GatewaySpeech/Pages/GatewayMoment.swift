import Encodings
import JourneyMock

/// What a page is drawn of in addition to its screen: whose journey it is, what was asked, and what is to be said.
struct GatewayMoment: Sendable {
  var session: Session
  var request: HTTPRequestMessage
  var kept: KeptQuery
  var says: [SaidMessage]
  /// What was typed just now, by form.
  var typed: (form: String, answer: JSONValue)?
  var status = 200
}
