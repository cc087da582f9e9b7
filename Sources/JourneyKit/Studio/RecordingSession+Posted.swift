import JourneyModel
import JourneyRecording
import JourneyRunner

// A whole form answered at once, by what a page posted.
extension RecordingSession {
  /// The form of a way as it was filled in.
  mutating func filling(
    _ form: Form, by way: Way, on screen: Screen, _ arrivals: [Arrival], _ posted: PostedForm
  ) throws(PostedForm.Problem) -> Filling {
    var filling = Filling()
    for field in form.fields { try fill(field, named: field.id.text, in: form, by: way, on: screen, arrivals, posted, &filling) }
    return filling
  }

  private mutating func fill(
    _ field: Widget, named name: String, in form: Form, by way: Way?, on screen: Screen, _ arrivals: [Arrival], _ posted: PostedForm,
    _ filling: inout Filling
  ) throws(PostedForm.Problem) {
    switch field.kind {
    case .entry:
      guard let answer = try answer(to: field, named: name, in: form, on: screen, arrivals, posted, filling) else { return }
      add(answer, to: field, &filling)
    case .toggle(let toggle):
      let isOn = posted["on:\(name)"] != nil
      if isOn != toggle.isOn { filling.answers.append(RecordedScreen.Answer(field.id.text, .flag(isOn))) }
    case .choice(let list): try choose(field, list, named: name, in: form, on: screen, arrivals, posted, &filling)
    case .credential:
      guard let way, way.control == field.id else { return }
      filling.answers.append(RecordedScreen.Answer(field.id.text, .flag(true)))
    case .unknown, .output, .submitter, .close: return
    }
  }

  private mutating func choose(
    _ field: Widget, _ list: ChoiceList, named name: String, in form: Form, on screen: Screen, _ arrivals: [Arrival],
    _ posted: PostedForm, _ filling: inout Filling
  ) throws(PostedForm.Problem) {
    let selectors = walk.tenant.dialect.selectors
    let all = ChoiceAnswer.all(of: list, selectors: selectors)
    let picked = posted.all("pick:\(name)").map { Int($0) ?? -1 }
    guard picked.allSatisfy(all.indices.contains), list.takesSeveral || picked.count <= 1 else {
      throw PostedForm.Problem("'\(field.name)' has no such option.")
    }
    let before = list.choices.indices.filter { list.selected.contains(list.choices[$0].value) }
    guard all.count != list.choices.count || picked != before else { return }
    guard let first = picked.first else {
      if list.takesSeveral, !before.isEmpty { filling.answers.append(RecordedScreen.Answer(field.id.text, .options([]))) }
      return
    }
    try Self.take(picked.map { all[$0] }, of: field, list, selectors, &filling) { inner, filling throws(PostedForm.Problem) in
      let inside = Self.name(of: inner, in: name, option: first)
      try fill(inner, named: inside, in: form, by: nil, on: screen, arrivals, posted, &filling)
    }
  }

  /// What a field of an option is called in what is posted.
  static func name(of inner: Widget, in list: String, option: Int) -> String { "\(list)/\(option)/\(inner.id.text)" }

  // MARK: Texts

  /// `nil` where nothing is answered.
  private mutating func answer(
    to field: Widget, named name: String, in form: Form, on screen: Screen, _ arrivals: [Arrival], _ posted: PostedForm,
    _ filling: Filling
  ) throws(PostedForm.Problem) -> Proposal? {
    let source = posted["from:\(name)"] ?? ""
    // Blanks around what is hidden belong to it.
    let isHidden = field.hidesValue && FieldPurpose(of: field, in: form) != .code
    let text = isHidden ? posted["text:\(name)"] ?? "" : posted.trimmed("text:\(name)")
    let secretName = posted.trimmed("name:\(name)")
    guard text.isEmpty else { return try typed(text, source, as: secretName, into: field, in: form, arrivals) }
    switch AnswerSourceKey(rawValue: source) {
    case .keep?, .readMail?, .readText?, .invented?:
      guard !field.kind.isRequired || !field.kind.isEmpty else {
        throw PostedForm.Problem("'\(field.name)' has to be filled in: choose where its answer comes from, or type it.")
      }
      return nil
    case .empty?: return Proposal(origin: .nothing, told: "")
    case .secret?:
      guard site.secretsOfWalk()[secretName] != nil else {
        throw PostedForm.Problem("The secret '\(secretName)' is missing: set the environment variable, or type the text.")
      }
      return Proposal(origin: .secret(secretName), told: "")
    case nil: break
    }
    guard let proposal = proposals(for: field, in: form, on: screen, arrivals, filling).first(where: { $0.key == source }) else {
      throw PostedForm.Problem("What '\(field.name)' was to be filled in with is not there any more: choose again.")
    }
    return proposal
  }

  /// What was typed: what it is equal to, else a secret where the field hides it, else itself.
  private mutating func typed(
    _ text: String, _ source: String, as secretName: String, into field: Widget, in form: Form, _ arrivals: [Arrival]
  ) throws(PostedForm.Problem) -> Proposal {
    let purpose = FieldPurpose(of: field, in: form)
    let equal = equals(text, purpose, arrivals)
    if let chosen = equal.first(where: { $0.key == source }) ?? equal.first {
      if equal.count > 1, chosen.key != source {
        say("'\(field.name)' is equal to \(equal.map(\.origin.written).joined(separator: " and ")): \(chosen.origin.written) is written.")
      }
      return chosen
    }
    let key = AnswerSourceKey(rawValue: source)
    if site.isLive, purpose == .code, key == .readMail || key == .readText {
      var proposal = awaited(key == .readMail ? .mail : .sms)
      proposal.typed = text
      return proposal
    }
    guard field.hidesValue && purpose != .code || isSecret(text) else { return Proposal(origin: .literal(text), told: "") }
    if key == .invented {
      guard !isSecret(text) else { throw PostedForm.Problem("'\(field.name)' is one of the tenant's secrets: it has to have a name.") }
      return Proposal(origin: .literal(text), told: "")
    }
    let name = Self.secretName(secretName.isEmpty ? self.secretName(for: field, text) : secretName)
    guard keep(text, as: name) else { throw PostedForm.Problem("The secret \(name) has another text: choose another name.") }
    return Proposal(origin: .secret(name), told: "")
  }
}
