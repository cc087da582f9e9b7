import Encodings
import JourneyMock

extension FlowDialogue {
  /// The response to a session's client: a screen, an address to finish at, or a page to go to.
  ///
  /// - Parameter isUnchanged: whether a refusal leaves the screen as the client has it, so that its messages are enough.
  func answer(
    _ session: Session, says: [SaidMessage], isRefusal: Bool, isUnchanged: Bool = true, in world: WorldState
  ) -> HTTPResponseMessage {
    switch session.status {
    case .open:
      let onlyMessages = isRefusal && isUnchanged && world.style.sendsMessagesOnly
      return .json(
        bytes: body(of: session, says: says, onlyMessages: onlyMessages, in: world), status: isRefusal ? world.style.refusalStatus : 200)
    case .finished(let ticket): return .json(end(of: session, at: ticket, in: world))
    case .refused: return .json(end(of: session, at: session.publicID, in: world))
    case .handedOver(let page): return .json(["hostedUrl": .string(hostedURL(of: session, page: page, in: world))])
    case .expired: return refusal(403, "session_expired", "the session is over", in: world)
    }
  }

  /// The same screen with a message for the whole of it.
  func refuse(_ session: Session, phrase: Int?, status: Int, in world: WorldState) -> HTTPResponseMessage {
    guard case .open = session.status else { return answer(session, says: [], isRefusal: false, in: world) }
    if status == 403 { return refusal(403, "form_unavailable", "the form is not on the screen", in: world) }
    let says = phrase.map { [SaidMessage(message: $0, form: "")] } ?? []
    return .json(bytes: body(of: session, says: says, onlyMessages: world.style.sendsMessagesOnly, in: world), status: status)
  }

  private func end(of session: Session, at name: String, in world: WorldState) -> JSONValue {
    ["finalizeUrl": .string(finishAddress(name, in: world)), "hostedUrl": .string(hostedURL(of: session, in: world))]
  }

  private func body(of session: Session, says: [SaidMessage], onlyMessages: Bool, in world: WorldState) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4096)
    bytes.append(UInt8(ascii: "{"))
    if !onlyMessages || says.isEmpty, let place = world.tenant.graph.states[session.state].screen {
      let truth = world.truth(in: session)
      let isMinimal = session.request.profile?.hasSuffix("-minimal") ?? false
      let template = isMinimal ? screens[place].minimal[session.language] : screens[place].full[session.language]
      template.write(
        to: &bytes, holds: { truth.holds($0) }, fill: { world.text($0, in: session) }, ceremony: { $0.options(in: session, world) })
      bytes.append(UInt8(ascii: ","))
    }
    bytes.append(contentsOf: "\"hostedUrl\":".utf8)
    JSONWriter.append(.string(hostedURL(of: session, in: world)), to: &bytes)
    if !says.isEmpty {
      bytes.append(contentsOf: ",\"messages\":".utf8)
      JSONWriter.append(messages(says, of: session, in: world), to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// `global`, and by form and widget; of several messages in one place the first counts.
  private func messages(_ says: [SaidMessage], of session: Session, in world: WorldState) -> JSONValue {
    var global: JSONValue?
    var forms: [(form: String, widgets: [JSONValue.Member])] = []
    for said in says {
      let rule = world.tenant.graph.tables.messages[said.message]
      let message: JSONValue = ["type": .string(rule.level), "text": .string(world.text(rule.texts[session.language], in: session))]
      guard let widget = said.widget ?? rule.widget else {
        global = global ?? message
        continue
      }
      let form = form(showing: widget, preferring: said.form, on: screen(of: session, in: world))
      let place = forms.firstIndex { $0.form == form } ?? forms.endIndex
      if place == forms.endIndex { forms.append((form, [])) }
      if !forms[place].widgets.contains(where: { $0.name == widget }) { forms[place].widgets.append(JSONValue.Member(widget, message)) }
    }
    let members = forms.map { JSONValue.Member($0.form, .object($0.widgets)) }
    return .object((global.map { [JSONValue.Member("global", $0)] } ?? []) + members)
  }

  /// The form that has the widget: the one that was posted, if it does.
  private func form(showing widget: String, preferring form: String, on screen: FlowScreenRule?) -> String {
    guard let forms = screen?.forms else { return form }
    if forms.contains(where: { $0.id == form && $0.widgets.contains { $0.id == widget } }) { return form }
    return forms.first { $0.widgets.contains { $0.id == widget } }?.id ?? form
  }
}
