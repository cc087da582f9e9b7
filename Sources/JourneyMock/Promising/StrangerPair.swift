/// What the same answer leads to, of somebody unknown and of somebody known who answers nothing that only they know.
struct StrangerPair {
  let unknown: PromisePassage
  let known: PromisePassage
  let answers: AssumedAnswers

  /// What tells them apart; `nil` for nothing.
  var difference: String? {
    let course = unknown.course
    if unknown.end != known.end || unknown.moment.state != known.moment.state {
      return "an unknown one leads to \(BreakingWay.End(unknown, course).words), a known one to \(BreakingWay.End(known, course).words)"
    }
    if unknown.said != known.said {
      func names(_ said: [Int]) -> String {
        said.isEmpty ? "nothing" : said.map { "'\(course.graph.tables.messages[$0].name)'" }.joined(separator: ", ")
      }
      return "an unknown one is told \(names(unknown.said)), a known one \(names(known.said))"
    }
    return unknown.moment.session == known.moment.session ? nil : "the journey keeps something else of a known one, which shows later"
  }
}
