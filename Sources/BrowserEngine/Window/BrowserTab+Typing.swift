import Encodings
import HostedDialect
import JourneyModel

/// What a person does on a page.
extension BrowserTab {
  /// Types that a browser takes in the language of its user.
  private static let localTypes: Set<String> = ["date", "month", "week", "time", "datetime-local", "color", "range"]
  /// How long a button may take until it can be pressed.
  private static let buttonPatience: Duration = .seconds(3)

  func submit(_ typing: PageTyping, _ session: WebDriverSession) async throws(WebDriverError) {
    do throws(WebDriverError) {
      for entry in typing.entries { try await perform(entry, isForced: typing.isForced, session) }
      try await send(typing, session)
    } catch {
      // The page submitted itself while it was filled in, as some do with the last digit of a code.
      guard error.code == .staleElement || error.code == .noSuchFrame, await hasMovedOn(session) else { throw error }
    }
  }

  private func send(_ typing: PageTyping, _ session: WebDriverSession) async throws(WebDriverError) {
    // A form that the page has no element for cannot be submitted as one.
    var form: String?
    if let mark = typing.form { form = try await element(mark) }
    if typing.isForced, let form {
      let extra = typing.extra.map { JSONValue.object([.init("name", .string($0.name)), .init("value", .string($0.value))]) }
      _ = try await session.run(PageScripts.force, [WebDriverSession.argument(form), .array(extra)])
    }
    guard let submitter = typing.submitter else {
      if let form { _ = try await session.run(PageScripts.submit, [WebDriverSession.argument(form)]) }
      return
    }
    let button = try await element(submitter)
    guard try await isUsableSoon(button, session) || typing.isForced else {
      let button = typing.button.map { "button '\($0.text)'" } ?? "its button"
      throw WebDriverError(.disabled, message: "form '\(typing.name)' cannot be posted: \(button) is disabled")
    }
    try await press(button, session)
  }

  /// Presses an element as a person does, or by a script where no person could point at it.
  func press(_ element: String, _ session: WebDriverSession) async throws(WebDriverError) {
    try await noteBeforePress()
    _ = try await session.run(PageScripts.stayHere, [WebDriverSession.argument(element)])
    do throws(WebDriverError) { try await session.click(element) } catch {
      guard error.code == .notInteractable || error.code == .intercepted else { throw error }
      _ = try await session.run(PageScripts.click, [WebDriverSession.argument(element)])
    }
  }

  /// Whether a button is enabled, or is so before long, as where a script looks at what was typed.
  private func isUsableSoon(_ element: String, _ session: WebDriverSession) async throws(WebDriverError) -> Bool {
    let deadline = ContinuousClock.now + Self.buttonPatience
    while ContinuousClock.now < deadline {
      let state = try await session.run(PageScripts.describe, [WebDriverSession.argument(element)])
      if state["isUsable"]?.boolValue != false { return true }
      try await pause()
    }
    return false
  }

  private func perform(_ entry: PageTyping.Entry, isForced: Bool, _ session: WebDriverSession) async throws(WebDriverError) {
    let element = try await element(entry.mark)
    let place = WebDriverSession.argument(element)
    switch entry.act {
    case .type(let text): try await type(text, into: element, isForced: isForced, session)
    case .switchTo(let isOn):
      let state = try await session.run(PageScripts.describe, [place])
      if state["isOn"]?.boolValue != isOn { try await press(element, session) }
    case .choose(let values):
      _ = try await session.run(PageScripts.choose, [place, .array(values.map(JSONValue.string)), .bool(isForced)])
    }
  }

  private func type(_ text: String, into element: String, isForced: Bool, _ session: WebDriverSession) async throws(WebDriverError) {
    let place = WebDriverSession.argument(element)
    let state = try await session.run(PageScripts.describe, [place])
    let isUsable = state["isUsable"]?.boolValue ?? true
    guard isUsable, !Self.localTypes.contains(state["type"]?.stringValue ?? "") else {
      _ = try await session.run(PageScripts.setValue, [place, .string(text), .bool(isForced)])
      return
    }
    do throws(WebDriverError) {
      if state["isEmpty"]?.boolValue == false { try await session.clear(element) }
      if !text.isEmpty { try await session.type(text, into: element) }
    } catch {
      guard error.code == .notInteractable else { throw error }
      _ = try await session.run(PageScripts.setValue, [place, .string(text), .bool(isForced)])
    }
  }
}
