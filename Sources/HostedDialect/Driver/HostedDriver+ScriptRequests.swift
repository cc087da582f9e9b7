import Encodings
import JourneyClient
import JourneyModel

/// What the requests of a page's scripts say of a page that does not go on.
extension HostedDriver {
  /// Remembers why the page may not be the one that is expected.
  ///
  /// Throws where a person would see that nothing happened, as where a form is answered with such an error and no page.
  mutating func judge(_ sight: PageSight, on page: LoadedPage, after request: PageRequest) throws(DriverError) {
    let isPressed = request.gesture != nil
    // Many pages ask on their own who is signed in, and get an error if no person is.
    let failed = isPressed ? sight.failedRequests : sight.failedRequests.filter(\.isGrave)
    session.note(requestFailure: failed.worst?.sentence)
    if isPressed, let worst = failed.worst, worst.isRefusal { session.note(refusedRequest: worst.sentence) }
    session.isUnknown = failed.worst?.isOfNobody ?? false
    let saysNothing = isPressed ? isUnchanged(page) && sight.alerts.isEmpty : page.onlyScript != nil
    guard saysNothing else { return }
    session.hasSentNothing = isPressed && sight.hasSentNothing
    if session.hasSentNothing, failed.isEmpty {
      session.note(requestFailure: "nothing was sent within \(sight.reaction.components.seconds) s")
    }
    guard let worst = failed.worst else { return }
    switch worst.reason {
    case .status(let status) where status == 429: throw party.failure(.rateLimit, worst.sentence)
    case .status(500...): throw party.failure(.status, worst.sentence)
    case .unanswered: throw party.failure(.timeout, worst.sentence)
    case .refused where isPressed && sight.hasSentNothing: throw party.failure(.forbidden, worst.sentence)
    case .status, .blocked, .refused: return
    }
  }

  /// Whether a page has the same forms and texts as the one that was pressed, and no message; numbers may differ, as on a clock.
  private func isUnchanged(_ page: LoadedPage) -> Bool {
    guard let before = session.page, before.screen.id == page.screen.id, before.visibleText == page.visibleText else { return false }
    func fields(_ screen: Screen) -> [[WidgetID]] { screen.forms.map { $0.widgets.map(\.id) } }
    return fields(before.screen) == fields(page.screen) && !page.screen.messages.contains(where: \.level.mustBeExpected)
  }
}

extension FailedRequest {
  /// Whether it changes nothing, and was refused because the server does not know the person.
  fileprivate var isOfNobody: Bool {
    guard case .status(let status) = reason, ["GET", "HEAD"].contains(method) else { return false }
    return status == 401 || status == 403
  }

  /// Whether the server did not take what was sent: a wrong password or a wrong code gets such a response.
  fileprivate var isRefusal: Bool {
    guard case .status(let status) = reason, !["GET", "HEAD"].contains(method) else { return false }
    return [400, 401, 403, 409, 422].contains(status)
  }

  /// Whether a page on which nothing was pressed lacks something because of it.
  fileprivate var isGrave: Bool {
    switch reason {
    case .status(let status): status >= 500
    case .unanswered, .blocked: true
    case .refused: false
    }
  }
}

extension LoadedPage {
  fileprivate var visibleText: String {
    guard let body = html.tree.elements(named: ["body"]).first else { return "" }
    return html.tree.visibleText(of: body).filter { !$0.isNumber }
  }
}
