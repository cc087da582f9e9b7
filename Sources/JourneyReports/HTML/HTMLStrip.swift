import Diagnostics
import JourneyModel
import JourneyRunner
import ScreenPages

/// A walk as a strip of cards: one for each screen, with what is asked and what was answered by name, then the end.
struct HTMLStrip {
  private var list = MarkupElement("ol", class: "strip")

  init(_ course: WalkCourse, _ screens: inout DrawnScreens) throws(EventLogError) {
    for stop in course.stops {
      switch stop {
      case .screen(let shown): list.add(Self.card(of: shown, try screens.face(of: shown.digest)))
      case .message(let message): list.add(MarkupElement("li", class: "aside", text: Self.text(of: message)))
      case .left(let handover): list.add(MarkupElement("li", class: "aside", text: Self.text(of: handover)))
      case .ended(let end):
        list.add(MarkupElement("li", class: end.isGood ? "end" : "aside", text: HarmlessText.line(end.words, limit: 300)))
      }
    }
    if course.hidden > 0 { list.add(MarkupElement("li", class: "aside", text: "… \(course.hidden) more")) }
    if let stop = Self.stop(course.outcome) { list.add(stop) }
  }

  /// The strip; `nil` if the walk saw nothing.
  var element: MarkupElement? { list.children.isEmpty ? nil : list }

  private static func card(of shown: WalkCourse.ShownScreen, _ face: ScreenFace) -> MarkupElement {
    var card = MarkupElement("li")
    let title = face.title + (shown.times > 1 ? " (\(shown.times) times)" : "")
    if let anchor = face.anchor {
      var link = MarkupElement("a", text: title)
      link.set("href", "#\(anchor)")
      card.add(link)
    } else {
      card.add(MarkupElement("b", text: title))
    }
    for error in face.errors { card.add(MarkupElement("p", class: "bad", text: "says: \(error)")) }
    for message in shown.messages { card.add(MarkupElement("p", text: text(of: message))) }
    let answers = shown.answered?.answers ?? []
    for asked in face.asked {
      var line = MarkupElement("p", text: asked.label)
      if let answer = answers.first(where: { $0.widget == asked.id }) {
        line.add(text: ": ")
        line.add(MarkupElement("b", text: HarmlessText.line(AnswerWords.text(of: answer.from), limit: 100)))
      }
      card.add(line)
    }
    guard let answered = shown.answered else { return card }
    if let label = face.pressed(AnsweredFormWords(form: answered.form, press: answered.press)) {
      card.add(MarkupElement("p", class: "press", text: label))
    }
    return card
  }

  /// Where it stopped, if it did not get to its end.
  private static func stop(_ outcome: AttemptOutcome?) -> MarkupElement? {
    guard let outcome else { return MarkupElement("li", class: "stop", text: "cut off here") }
    switch outcome.result {
    case .passed, .skipped: return nil
    case .broken(let breakage):
      return MarkupElement("li", class: "stop", text: "✗ broken: \(HarmlessText.line(breakage.message, limit: 160))")
    case .failed(let mismatches):
      guard let first = mismatches.first else { return MarkupElement("li", class: "stop", text: "✗ failed") }
      return MarkupElement("li", class: "stop", text: "✗ expected \(HarmlessText.line(first.expected, limit: 160))")
    }
  }

  private static func text(of message: TakenMessage) -> String {
    let what = message.channel == .mail ? "A mail comes" : "A text message comes"
    return message.subject.isEmpty ? what : "\(what): \(HarmlessText.line(message.subject, limit: 100))"
  }

  private static func text(of handover: Handover) -> String {
    let url = HarmlessText.line(ConcealedURL.text(of: handover.url), limit: 100)
    return handover.reason == .back ? "back to the app" : "leaves for \(url.split(separator: "?").first.map(String.init) ?? url)"
  }
}

extension JourneyEnd {
  /// The end as a card says it.
  fileprivate var words: String {
    switch self {
    case .completed: "✓ through"
    case .finished: "✓ signed in"
    case .refused, .expired: sentence
    }
  }

  fileprivate var isGood: Bool {
    switch self {
    case .completed, .finished: true
    case .refused, .expired: false
    }
  }
}
