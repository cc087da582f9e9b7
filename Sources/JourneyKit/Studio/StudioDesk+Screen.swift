import JourneyModel
import JourneyRecording
import JourneyRunner
import ScreenPages

// The screen that is shown, as the form to fill in.
extension StudioDesk {
  func screenCard(_ forms: StudioForms) -> MarkupElement? {
    guard let session else { return nil }
    guard !session.isOver else {
      return Self.card("The end", [MarkupElement("p", text: "The recording has ended. Save it, undo a step, or start again.")])
    }
    switch session.walk.shown {
    case .screen(let screen)?: return card(of: screen, session, forms)
    case .ended(.finished(let finish))?: return Self.card("Signed in", [finished(finish, session, forms)])
    case .ended?, .handover?, nil: return Self.card("The end", [MarkupElement("p", text: "Nothing is shown: the journey ends here.")])
    }
  }

  private func card(of screen: Screen, _ session: RecordingSession, _ forms: StudioForms) -> MarkupElement {
    let guide = guide(screen, session, forms)
    var content = [FillableScreen(screen, guide).element]
    let others = others(on: screen, session, forms)
    if !others.isEmpty { content.append(MarkupElement("div", class: "bar", others)) }
    if guide.presses.isEmpty, others.isEmpty {
      content.append(MarkupElement("p", class: "quiet", text: "Nothing can be pressed here: stop here."))
    }
    content.append(expectations(session, forms))
    return Self.card("Screen \(screen.id.text)", content)
  }

  /// What can be done other than pressing what is drawn.
  private func others(on screen: Screen, _ session: RecordingSession, _ forms: StudioForms) -> [MarkupElement] {
    session.options(on: screen, arrivals).compactMap { option -> MarkupElement? in
      switch option {
      case .way, .open: nil
      case .push(let isAccepted):
        forms.press(isAccepted ? "Accept on the phone" : "Reject on the phone", "push:\(isAccepted ? "accept" : "reject")")
      case .wait: forms.press("Wait for what comes", "wait")
      }
    }
  }

  private func expectations(_ session: RecordingSession, _ forms: StudioForms) -> MarkupElement {
    let wanted = session.expectations
    return MarkupElement(
      "div", class: "expect",
      [
        MarkupElement("p", class: "quiet", text: "Expect of this screen, in addition to what you fill in:"),
        MarkupElement(
          "div", class: "bar",
          [
            forms.press("Every label", "expect:labels", isPressed: wanted.labels),
            forms.press("Its messages", "expect:messages", isPressed: wanted.messages),
            forms.press("Only these widgets", "expect:widgets", isPressed: wanted.onlyWidgets),
            forms.press("The whole screen", "expect:screen", isPressed: wanted.wholeScreen),
          ]),
      ])
  }

  private func finished(_ finish: Finish, _ session: RecordingSession, _ forms: StudioForms) -> MarkupElement {
    var content = finish.checks.compactMap { check in
      check.problem.map { MarkupElement("p", text: "The check '\(check.name)' fails: \($0)") }
    }
    let claims = session.claims(of: finish)
    if !claims.isEmpty { content.append(MarkupElement("p", text: "Expect of the token:")) }
    for (number, claim) in claims.enumerated() {
      content.append(
        StudioForms.box("\(claim.name): \(claim.told)", "claim", claim.name, id: "claim-\(number + 1)", isOn: claim.isPersonal))
    }
    content.append(StudioForms.button("End here", "finish", "main"))
    return forms.form("finish", content)
  }

  // MARK: Fields

  private func guide(_ screen: Screen, _ session: RecordingSession, _ forms: StudioForms) -> FillableGuide {
    var guide = FillableGuide(action: "./", hidden: forms.hidden)
    let ways = screen.ways(session.walk.tenant.submission)
    guide.presses = ways.enumerated().map { index, way in
      FillablePress(
        form: way.form, control: way.control, label: way.label, value: "way:\(index)", needsConsent: session.needsConsent(way, on: screen))
    }
    for form in screen.forms where ways.contains(where: { $0.form == form.id }) {
      for field in form.fields {
        let place = PlacedWidgetID(form: form.id, widget: field.id)
        switch field.kind {
        case .entry: guide.fields[place] = fillable(field, named: field.id.text, in: form, on: screen, session)
        case .choice(let list): guide.options[place] = options(of: list, field, in: form, on: screen, session)
        case .toggle, .credential, .output, .submitter, .close, .unknown: break
        }
      }
    }
    return guide
  }

  private func options(
    of list: ChoiceList, _ field: Widget, in form: Form, on screen: Screen, _ session: RecordingSession
  ) -> [FillableOption] {
    let all = ChoiceAnswer.all(of: list, selectors: session.walk.tenant.dialect.selectors)
    // Where nothing was chosen before, pressing the button means the first one.
    let isFirstMeant = list.selected.isEmpty && !list.takesSeveral && (list.isRequired || form.fields.count == 1)
    let selected = all.count == list.choices.count ? list.choices.indices.filter { list.selected.contains(list.choices[$0].value) } : []
    return all.enumerated().map { index, answer in
      let inner = answer.asks.compactMap { inner -> FillableField? in
        guard case .entry = inner.kind else { return nil }
        let name = RecordingSession.name(of: inner, in: field.id.text, option: index)
        return fillable(inner, named: name, in: form, on: screen, session)
      }
      return FillableOption(String(index), answer.label, isChosen: selected.contains(index) || isFirstMeant && index == 0, fields: inner)
    }
  }

  private func fillable(
    _ field: Widget, named name: String, in form: Form, on screen: Screen, _ session: RecordingSession
  ) -> FillableField {
    let purpose = FieldPurpose(of: field, in: form)
    let nothing = RecordingSession.Filling()
    let proposals = session.proposals(for: field, in: form, on: screen, arrivals, nothing)
    let likely = session.proposal(for: purpose, field, in: form, on: screen, arrivals, nothing)?.key
    let hides = field.hidesValue && purpose != .code
    var sources = proposals.map { FillableField.Source($0.key, $0.told) }
    func add(_ key: AnswerSourceKey, _ label: String) { sources.append(FillableField.Source(key.rawValue, label)) }
    if hides {
      add(.invented, "what I type: an invented text, written as it is")
      add(.secret, "a secret of the environment, by the name below")
    }
    if session.site.isLive, purpose == .code {
      add(.readMail, "what I type: the code of a mail")
      add(.readText, "what I type: the code of a text message")
    }
    add(.keep, field.kind.isEmpty ? "nothing" : "nothing: it stays as it is")
    if !field.kind.isEmpty { add(.empty, "nothing: it is emptied") }
    let wanted = wantedCode.flatMap { code in purpose == .code && proposals.contains { $0.key == code } ? code : nil }
    return FillableField(
      name: name, label: field.name, isRequired: field.kind.isRequired, isHidden: hides, sources: sources,
      chosen: wanted ?? likely ?? AnswerSourceKey.keep.rawValue, secretName: hides ? session.secretName(for: field, "") : nil)
  }
}

extension RecordingSession.KnownClaim {
  /// What it is equal to.
  fileprivate var told: String {
    switch origin {
    case .attribute(let name): "the account's \(name)"
    case .variable(let name): "the new \(name)"
    case .literal(let text): text
    case .passcode, .secret, .flag, .options, .selector, .nothing: origin.written
    }
  }
}
