import JourneyModel

/// Finds the one option that a person means. Ids change with each run and labels with the language, so keys come first.
struct IDXChoosing {
  let field: IDXField
  let list: ChoiceList
  let options: [IDXOption]

  /// The place of what was chosen, and the answers that the choice gave in addition.
  struct Chosen: Sendable, Hashable {
    var place: Int
    var answers: [Answer] = []
  }

  /// The facts that a single text may be, in the order tried; label and value follow.
  private static let textFacts = ["key", "type"]

  /// The chosen option; `nil` if nothing was said about it.
  ///
  /// Throws where none or several of them are meant, with all of them listed.
  func choice(_ answer: AnswerValue?, beside answers: [Answer], isForced: Bool) throws(IDXSubmissionProblem) -> Chosen? {
    switch answer {
    case .none, .nothing: return try implied(by: answers, isForced: isForced)
    case .text(let text), .number(let text):
      return try only(list.choices(toldBy: text, facts: Self.textFacts), "'\(text)'", isForced: isForced)
    case .choice(let members):
      let told = list.choices.contains { $0.value == .map(members) } ? list.choices.filter { $0.value == .map(members) } : nil
      guard var chosen = try only(told ?? list.choices(toldBy: members), Value.map(members).quoted, isForced: isForced) else { return nil }
      if told == nil { chosen.answers = list.choices[chosen.place].answers(toldBy: members) }
      return chosen
    case .secret, .bool, .list, .credential:
      if isForced { return nil }
      throw IDXSubmissionProblem(sentence: "'\(field.id)' is chosen by a text or by facts; \(candidates)")
    }
  }

  private func only(_ told: [Choice], _ written: String, isForced: Bool) throws(IDXSubmissionProblem) -> Chosen? {
    if told.count == 1, let place = list.choices.firstIndex(of: told[0]) { return Chosen(place: place) }
    if isForced { return nil }
    let count = told.isEmpty ? "no choice" : "\(told.count) choices"
    throw IDXSubmissionProblem(sentence: "\(written) matches \(count) of '\(field.id)'; \(candidates)")
  }

  /// The option that has every widget that was answered; of several the one whose required widgets are all answered.
  private func implied(by answers: [Answer], isForced: Bool) throws(IDXSubmissionProblem) -> Chosen? {
    let mine = options.map { option in Set(option.fields.leaves.map(\.id)) }
    let given = Set(answers.map(\.widget)).intersection(mine.reduce(into: []) { $0.formUnion($1) })
    guard !given.isEmpty else { return nil }
    let fitting = options.indices.filter { mine[$0].isSuperset(of: given) }
    let complete = fitting.filter { place in
      options[place].fields.leaves.allSatisfy { !$0.isRequired || $0.value != nil || $0.isVoid || given.contains($0.id) }
    }
    if complete.count == 1 { return Chosen(place: complete[0]) }
    if fitting.count == 1 { return Chosen(place: fitting[0]) }
    if isForced { return fitting.first.map { Chosen(place: $0) } }
    let names = given.map(\.text).sorted().map { "'\($0)'" }.joined(separator: ", ")
    throw IDXSubmissionProblem(sentence: "\(names) can be given in \(fitting.count) choices of '\(field.id)'; \(candidates)")
  }

  /// All choices, as a person distinguishes them: key, label, profile, methods.
  var candidates: String {
    let shown = list.choices.prefix(50).map { choice -> String in
      let facts = choice.facts.filter { $0.name != "displayName" }.map { "\($0.name): \($0.value.quoted)" }
      let name = choice.label.map { "'\($0.visible)'" } ?? "no label"
      return facts.isEmpty ? name : "\(name) {\(facts.joined(separator: ", "))}"
    }
    return shown.isEmpty ? "there are none" : "there are " + shown.joined(separator: "; ")
  }
}
