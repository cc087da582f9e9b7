extension Change {
  /// What differs for a person, as a sentence.
  package var sentence: String {
    switch kind {
    case .screenAdded:
      "A new screen \(titled) appears \(position)\(replaced.map { ", in place of \($0)" } ?? "").\(asking("asks"))\(saying)"
    case .screenRemoved: "The screen \(titled) no longer appears \(position).\(asking("asked"))"
    case .screenRenamed: "The screen '\(text(before))' is now called '\(text(now))'; it is the same."
    case .endClosed: closed
    case .endOpened: opened
    case .endChanged: "The journey now ends in \(text(now)), previously in \(text(before))."
    case .unanswerable: "\(onScreen) can no longer be answered: \(text(now))."
    case .answerable: "\(onScreen) can be answered again; previously it could not: \(text(before))."
    case .moreTries, .noMoreTries: "After \(wrongAnswers) to \(onScreen), \(tries)."
    case .leaves: "\(opening) the journey leaves for another page (\(first.element))."
    case .leavesNoMore: "\(opening) the journey no longer leaves for another page (\(first.element))."
    case .token:
      "What the app gets at the end: '\(first.element)' is now \(text(now, else: "gone")), previously \(text(before, else: "not there"))."
    case .messageComes: "A \(channel) is sent that was not: '\(text(now))'."
    case .messageStays: "No \(channel) is sent any more: '\(text(before))'."
    case .subject: "The subject of a message is now '\(text(now))', previously '\(text(before))'."
    case .warning: "\(now == nil ? "No longer" : "Now") the server deviates from its protocol: \(first.element)"
    case .status: "\(first.screen.isEmpty ? "The end" : onScreen) is now answered with status \(text(now)), previously \(text(before))."
    default: "\(onScreen): \(detail)."
    }
  }

  /// The same for several screens.
  func sentence(on screens: Int) -> String { "On \(Counted.text(screens, "screen")): \(detail)." }

  /// What differs on its screen, in words that do not name it; `nil` for what is on none, or is not the same everywhere.
  var words: String? {
    switch kind {
    case .wayAdded, .wayRemoved, .asked, .askedNoMore, .required, .optional, .fixed, .unfixed, .shownInClear, .hiddenWhileTyped,
      .optionAdded, .optionRemoved, .stricter, .looser, .ruleChanged, .moreTries, .noMoreTries, .status:
      wordings.count == 1 && !first.screen.isEmpty ? detail : nil
    default: nil
    }
  }

  private var closed: String {
    guard let before else { return "\(opening) the journey now ends with: \(text(now))\(instead(first.nextBefore))." }
    return "The journey ended with: \(before). Now it does not\(now.map { ", but with: \($0)" } ?? "")."
  }

  private var opened: String {
    guard let before else { return "\(opening) the journey now ends with: \(text(now))\(instead(first.nextBefore))." }
    guard now == nil else { return "Users who saw \(before) are now signed in." }
    return "Users who saw \(before) do not see it any more\(first.nextNow.map { "; now: \($0)" } ?? "")."
  }

  /// Whether a right answer comes after so many wrong ones, which may be more than it takes.
  private var isOfRightAnswer: Bool { (kind == .moreTries ? first.nextBefore : first.nextNow) == onScreen }

  /// What comes after so many wrong answers.
  private var tries: String {
    if kind == .moreTries {
      return isOfRightAnswer
        ? "the right answer is taken, which was refused: '\(text(before))'" : "the person may try again\(instead(first.nextBefore))"
    }
    return isOfRightAnswer
      ? "the right answer is refused: '\(text(now))'"
      : "the next step is \(first.nextNow ?? "the end"); previously the person could try again"
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
      if let bound = Self.bounds[last] {
        return
          "\(of(depth: 2)) now takes \(bound) \(text(now, else: "any number of")) characters, previously \(text(before, else: "any number"))"
      }
      if last == PasswordKinds.rule {
        let (old, new) = (text(before, else: PasswordKinds.none), text(now, else: PasswordKinds.none))
        return new == PasswordKinds.none
          ? "\(of(depth: 2)) no longer has to have \(old)" : "\(of(depth: 2)) must now have \(new), previously \(old)"
      }
      return "the rule \(last) of \(of(depth: 2)) is now \(text(now, else: "gone")), previously \(text(before, else: "none"))"
    case .moreTries, .noMoreTries: return "after \(wrongAnswers), \(tries)"
    case .status: return "the status of the response is now \(reads), previously \(was)"
    case .errorSaid: return "an answer is refused that was not: '\(reads)'\(instead(first.nextBefore))"
    case .errorUnsaid: return "an answer is not refused any more with '\(was)'\(first.nextNow.map { "; now: \($0)" } ?? "")"
    case .rightAnswerRefused: return "the right answer is refused: '\(reads)'\(instead(first.nextBefore))"
    case .rightAnswerTaken: return "the right answer is taken, which was refused: '\(was)'"
    case .notice, .pageText:
      if before != nil, before == now { return "it says '\(reads)' in a different place" }
      if before == nil { return "it now says '\(reads)'" }
      return now == nil ? "it no longer says '\(was)'" : "it now says '\(reads)', previously '\(was)'"
    case .label: return "the label of \(of(depth: 1)) \(changed(else: "nothing"))"
    case .placeholder: return "the hint in \(of(depth: 1)) \(changed(else: "nothing"))"
    case .text:
      if before == nil { return "there is a new text '\(reads)'" }
      return now == nil ? "the text '\(was)' is gone" : "the text \(of(depth: 1)) is now '\(reads)', previously '\(was)'"
    case .order: return before == nil ? "its layout changed" : "the order in \(first.element) is now \(reads), previously \(was)"
    case .behaviour: return now == nil ? "no longer: \(was)" : before == nil ? "new: \(reads)" : "\(reads), previously \(was)"
    case .branding: return "its branding is now \(reads), previously \(was)"
    case .widgetRenamed, .formRenamed: return "'\(was)' is now called '\(reads)'; it is the same"
    case .type: return "\(of(depth: 1)) is now of type \(reads), previously \(was)"
    default: return "\(first.element) is now \(text(now, else: "gone")), previously \(text(before, else: "not there"))"
    }
  }

  private var wording: Wording? { wordings.max { $0.count < $1.count }?.element }
  private var before: String? { wording?.before }
  private var now: String? { wording?.now }

  private func text(_ text: String?, else missing: String = "") -> String { text.map { String($0.prefix(200)) } ?? missing }

  /// E.g. `is now 'Email', previously 'Email address'`.
  private func changed(else missing: String) -> String {
    "is now '\(text(now, else: missing))', previously '\(text(before, else: missing))'"
  }

  private var onScreen: String { "'\(first.screen)'" }

  private var opening: String {
    if places.count == 1, let place = places.first { return "After \(place.element)" }
    return isAtEnd ? "Before the end" : "In \(places.count) places"
  }

  /// The same in the middle of a sentence.
  private var position: String { opening.prefix(1).lowercased() + opening.dropFirst() }

  private var drawn: String? { (first.screenNow ?? first.screenBefore)?.title }

  var titled: String { onScreen + (drawn.map { " (\($0))" } ?? "") }

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

  private func instead(_ next: String?) -> String {
    next.map { $0.hasPrefix("'") ? "; previously \($0) was shown" : "; previously: \($0)" } ?? ""
  }

  private var channel: String { first.element.hasPrefix("sms/") ? "text message" : "mail" }

  /// E.g. `the 3rd wrong answer`; of those before a right answer only how many there were.
  private var wrongAnswers: String {
    let count = Int(first.element) ?? 0
    return isOfRightAnswer ? Counted.text(count, "wrong answer") : "the \(Counted.ordinal(count)) wrong answer"
  }

  private static let bounds = ["minLength": "at least", "minlength": "at least", "maxLength": "at most", "maxlength": "at most"]

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
