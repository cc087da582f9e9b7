extension Change {
  /// What differs for a person, as a sentence.
  package var sentence: String {
    switch kind {
    case .screenAdded: "\(opening) comes a new screen \(titled).\(asking("asks"))\(saying)"
    case .screenRemoved: "\(opening) the screen \(titled) comes no longer.\(asking("asked"))"
    case .screenRenamed: "The screen '\(text(before))' is now called '\(text(now))'; it is the same."
    case .endClosed: closed
    case .endOpened: opened
    case .endChanged: "The journey ends in \(text(now)), before in \(text(before))."
    case .unanswerable: "\(onScreen) can no longer be answered: \(text(now))."
    case .answerable: "\(onScreen) can be answered again; before it could not: \(text(before))."
    case .moreTries: "After the \(ordinal) wrong answer to \(onScreen) the person may try again\(instead(first.nextBefore))."
    case .noMoreTries:
      "After the \(ordinal) wrong answer to \(onScreen) comes \(first.nextNow ?? "the end"); before the person could try again."
    case .leaves: "\(opening) the journey leaves for another page (\(first.element))."
    case .leavesNoMore: "\(opening) the journey leaves no longer for another page (\(first.element))."
    case .token:
      "What the app gets at the end: '\(first.element)' is \(text(now, else: "gone")), before \(text(before, else: "not there"))."
    case .messageComes: "A message comes that did not: '\(text(now))'."
    case .messageStays: "A message comes no longer: '\(text(before))'."
    case .subject: "The subject of a message reads '\(text(now))', before '\(text(before))'."
    case .warning: "\(now == nil ? "No longer" : "Now") the server deviates from its protocol: \(first.element)"
    case .status: "\(first.screen.isEmpty ? "The end" : onScreen) is answered with status \(text(now)), before \(text(before))."
    default: "\(onScreen): \(detail)."
    }
  }

  private var closed: String {
    guard let before else { return "\(opening) the journey now ends with: \(text(now))\(instead(first.nextBefore))." }
    return "The journey ended with: \(before). Now it does not\(now.map { ", but with: \($0)" } ?? "")."
  }

  private var opened: String {
    guard let before else { return "\(opening) the journey now ends with: \(text(now))\(instead(first.nextBefore))." }
    guard now == nil else { return "Users who saw \(before) are now signed in directly." }
    return "Users who saw \(before) do not see it any more\(first.nextNow.map { "; now comes \($0)" } ?? "")."
  }

  private var detail: String {
    let (was, reads) = (text(before), text(now))
    switch kind {
    case .wayAdded: return "'\(reads)' can now be pressed"
    case .wayRemoved: return "'\(was)' can no longer be pressed"
    case .asked: return "it also asks for '\(reads)'"
    case .askedNoMore: return "it no longer asks for '\(was)'"
    case .required: return "'\(reads)' must now be filled in"
    case .optional: return "'\(reads)' may now be left empty"
    case .fixed: return "'\(reads)' can no longer be changed"
    case .unfixed: return "'\(reads)' can now be changed"
    case .shownInClear: return "what is typed into '\(reads)' can now be read on the screen"
    case .hiddenWhileTyped: return "what is typed into '\(reads)' is now hidden"
    case .ticked: return "the box \(of(depth: 1)) is now ticked for the person"
    case .unticked: return "the box \(of(depth: 1)) is not ticked for the person any more"
    case .optionAdded: return "there is a new choice '\(reads)'"
    case .optionRemoved: return "the choice '\(was)' is gone"
    case .stricter, .looser, .ruleChanged:
      return "the rule \(last) of \(of(depth: 2)) is \(text(now, else: "gone")), before \(text(before, else: "none"))"
    case .errorSaid: return "an answer is refused that was not: '\(reads)'\(instead(first.nextBefore))"
    case .errorUnsaid: return "an answer is not refused any more with '\(was)'\(first.nextNow.map { "; now comes \($0)" } ?? "")"
    case .rightAnswerRefused: return "the right answer is refused: '\(reads)'\(instead(first.nextBefore))"
    case .rightAnswerTaken: return "the right answer is taken, which was refused: '\(was)'"
    case .notice, .pageText:
      if before != nil, before == now { return "it says '\(reads)' at another place" }
      if before == nil { return "it says '\(reads)'" }
      return now == nil ? "it no longer says '\(was)'" : "it says '\(reads)', before '\(was)'"
    case .label: return "the label of \(of(depth: 1)) reads '\(text(now, else: "nothing"))', before '\(text(before, else: "nothing"))'"
    case .placeholder: return "the hint in \(of(depth: 1)) reads '\(text(now, else: "nothing"))', before '\(text(before, else: "nothing"))'"
    case .text:
      if before == nil { return "there is a new text '\(reads)'" }
      return now == nil ? "the text '\(was)' is gone" : "the text \(of(depth: 1)) reads '\(reads)', before '\(was)'"
    case .order: return before == nil ? "its layout is another" : "the order in \(first.element) is \(reads), before \(was)"
    case .behaviour: return now == nil ? "no longer: \(was)" : before == nil ? "new: \(reads)" : "\(reads), before \(was)"
    case .branding: return "its branding is \(reads), before \(was)"
    case .widgetRenamed, .formRenamed: return "'\(was)' is now called '\(reads)'; it is the same"
    case .type: return "\(of(depth: 1)) is of type \(reads), before \(was)"
    default: return "\(first.element) is \(text(now, else: "gone")), before \(text(before, else: "not there"))"
    }
  }

  private var wording: Wording? { wordings.max { $0.count < $1.count }?.element }
  private var before: String? { wording?.before }
  private var now: String? { wording?.now }

  private func text(_ text: String?, else missing: String = "") -> String { text.map { String($0.prefix(200)) } ?? missing }

  private var onScreen: String { "'\(first.screen)'" }

  private var opening: String {
    if places.count == 1, let place = places.first { return "After \(place.element)" }
    return isAtEnd ? "Before the end" : "In \(places.count) places"
  }

  private var drawn: String? { (first.screenNow ?? first.screenBefore)?.title }

  private var titled: String { onScreen + (drawn.map { " (\($0))" } ?? "") }

  private func asking(_ verb: String) -> String {
    guard let screen = first.screenNow ?? first.screenBefore else { return "" }
    var text = screen.asked.isEmpty ? "" : " It \(verb) for: \(screen.asked.joined(separator: ", "))."
    if !screen.ticked.isEmpty { text += " It \(verb) to tick: \(screen.ticked.joined(separator: ", "))." }
    return text
  }

  private static let mostSentences = 10

  /// What else the page of a new screen says.
  private var saying: String {
    let sentences = first.screenNow?.sentences ?? []
    guard !sentences.isEmpty else { return "" }
    let shown = sentences.prefix(Self.mostSentences).map { "'\(text($0))'" }.joined(separator: ", ")
    let rest = sentences.count - Self.mostSentences
    return " It says: \(shown)\(rest > 0 ? ", and \(rest) more" : "")."
  }

  private func instead(_ next: String?) -> String { next.map { "; before came \($0)" } ?? "" }

  private var ordinal: String {
    let number = Int(first.element) ?? 0
    switch (number % 10, number % 100) {
    case (1, let rest) where rest != 11: return "\(number)st"
    case (2, let rest) where rest != 12: return "\(number)nd"
    case (3, let rest) where rest != 13: return "\(number)rd"
    default: return "\(number)th"
    }
  }

  private var last: String { first.element.split(separator: "/").last.map(String.init) ?? first.element }

  /// The part of the element that many steps from its end; form ids hold slashes, so it is counted from there.
  private func of(depth: Int) -> String {
    let parts = first.element.split(separator: "/")
    return parts.count >= depth ? "'\(parts[parts.count - depth])'" : "'\(first.element)'"
  }
}

extension Change {
  /// Other texts of the same change, as in another language, one line each.
  package var otherWordings: [String] {
    wordings.count > 1 && kind.meaning == .wording
      ? wordings.sorted { $0.count > $1.count }.dropFirst().map { tally in
        "'\(tally.element.before ?? "")' → '\(tally.element.now ?? "")'"
      } : []
  }
}
