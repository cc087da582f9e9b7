import Encodings

extension WorldState {
  /// What a session's client is told: a screen, an address to finish at, or a page to go to.
  func answer(_ session: Session, says: [SaidMessage], isRefusal: Bool) -> HTTPResponseMessage {
    switch session.status {
    case .open:
      let onlyMessages = isRefusal && style.sendsMessagesOnly
      return .json(
        bytes: screen(of: session, says: says, onlyMessages: onlyMessages), status: isRefusal ? style.refusalStatus : 200)
    case .finished(let ticket):
      let address = Self.appending([QueryItem("flow", ticket)], to: issuer + FlowPath.finish)
      return .json(["finalizeUrl": .string(address), "hostedUrl": .string(hostedURL(of: session))])
    case .refused:
      let address = Self.appending([QueryItem("flow", session.hostedChallenge)], to: issuer + FlowPath.finish)
      return .json(["finalizeUrl": .string(address), "hostedUrl": .string(hostedURL(of: session))])
    case .handedOver(let url): return .json(["hostedUrl": .string(url)])
    case .expired: return .empty(403)
    }
  }

  /// The same screen with a message for the whole of it.
  func refuse(_ session: Session, phrase: Int?, status: Int) -> HTTPResponseMessage {
    guard case .open = session.status else { return answer(session, says: [], isRefusal: false) }
    if status == 403 { return .empty(403) }
    let says = phrase.map { [SaidMessage(message: $0, form: "")] } ?? []
    return .json(bytes: screen(of: session, says: says, onlyMessages: style.sendsMessagesOnly), status: status)
  }

  private func screen(of session: Session, says: [SaidMessage], onlyMessages: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4096)
    bytes.append(UInt8(ascii: "{"))
    if !onlyMessages, let place = tenant.flow.states[session.state].screen {
      let truth = truth(in: session)
      let rule = tenant.rules[place]
      let template = session.request.isMinimal ? rule.minimal[session.language] : rule.full[session.language]
      template.write(to: &bytes, holds: { truth.holds($0) }, fill: { text($0, in: session) })
      bytes.append(contentsOf: ",\"hostedUrl\":".utf8)
      JSONWriter.append(.string(hostedURL(of: session)), to: &bytes)
    }
    if !says.isEmpty {
      bytes.append(contentsOf: (onlyMessages ? "\"messages\":" : ",\"messages\":").utf8)
      JSONWriter.append(messages(says, in: session), to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// `global`, and by form and widget; of several messages in one place the first counts.
  private func messages(_ says: [SaidMessage], in session: Session) -> JSONValue {
    var global: JSONValue?
    var forms: [(form: String, widgets: [JSONValue.Member])] = []
    for said in says {
      let rule = tables.messages[said.message]
      let message: JSONValue = ["type": .string(rule.level), "text": .string(text(rule.texts[session.language], in: session))]
      guard let widget = said.widget ?? rule.widget else {
        global = global ?? message
        continue
      }
      let form = formShowing(widget, preferring: said.form, in: session)
      let place = forms.firstIndex { $0.form == form } ?? forms.endIndex
      if place == forms.endIndex { forms.append((form, [])) }
      if !forms[place].widgets.contains(where: { $0.name == widget }) { forms[place].widgets.append(JSONValue.Member(widget, message)) }
    }
    let members = forms.map { JSONValue.Member($0.form, .object($0.widgets)) }
    return .object((global.map { [JSONValue.Member("global", $0)] } ?? []) + members)
  }

  /// The form that has the widget: the one that was posted, if it does.
  private func formShowing(_ widget: String, preferring form: String, in session: Session) -> String {
    guard let place = tenant.flow.states[session.state].screen else { return form }
    let forms = tenant.rules[place].forms
    if forms.contains(where: { $0.id == form && $0.widgets.contains { $0.id == widget } }) { return form }
    return forms.first { $0.widgets.contains { $0.id == widget } }?.id ?? form
  }
}
