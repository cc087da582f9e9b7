/// What the same answer leads to, for an unknown person and for a known one who does not use anything that only they know.
struct StrangerPair {
  let unknown: PromisePassage
  let known: PromisePassage
  let answers: AssumedAnswers

  /// Where both are, without what nothing asks for later.
  var moments: [JourneyMoment] { [unknown, known].map { $0.course.pruned($0.moment) } }

  /// Whether both see the same messages in the same places, whatever the messages are called.
  private var saysTheSame: Bool {
    func told(_ said: [Int]) -> [[String]] {
      said.map { place in
        let message = unknown.course.graph.tables.messages[place]
        return [message.widget ?? "", message.level] + message.texts.map { "\($0.parts)" }
      }
    }
    return unknown.said == known.said || told(unknown.said) == told(known.said)
  }

  /// A message that both see and that contains something of the account; `nil` for none.
  var personalMessage: String? {
    let messages = unknown.course.graph.tables.messages
    return known.said.map { messages[$0] }.first { $0.texts.contains(where: \.namesAccount) }?.name
  }

  /// What distinguishes them at once; `nil` for nothing.
  var difference: String? {
    let course = unknown.course
    if unknown.end != known.end || unknown.moment.state != known.moment.state {
      return "an unknown one leads to \(BreakingWay.End(unknown, course).words), a known one to \(BreakingWay.End(known, course).words)"
    }
    if !saysTheSame {
      func names(_ said: [Int]) -> String {
        said.isEmpty ? "nothing" : said.map { "'\(course.graph.tables.messages[$0].name)'" }.joined(separator: ", ")
      }
      return "an unknown one sees \(names(unknown.said)), a known one \(names(known.said))"
    }
    return nil
  }

  /// What may tell them apart later, whatever comes of it; `nil` for nothing.
  var keptDifference: String? {
    unknown.moment.session == known.moment.session ? nil : "the journey keeps something else of a known one, which shows later"
  }
}
