import Encodings

/// The answers of a test's own, which are given instead of the tenant's.
struct OwnAnswers: Sendable {
  /// One of them.
  struct Answer: Sendable {
    var pattern: RequestPattern
    var message: HTTPResponseMessage
    var latency: Duration
    /// How many requests it is given to; `nil` for all from now on.
    var times: Int?
    /// The bytes of the request that it was made of.
    var size: Int
  }

  private var answers: [Answer] = []
  /// The bytes of the requests that they were made of.
  var size: Int { answers.reduce(0) { $0 + $1.size } }

  var isEmpty: Bool { answers.isEmpty }

  mutating func add(_ answer: Answer) { answers.append(answer) }

  mutating func clear() { answers = [] }

  /// The answer to a request, the newest that fits, which is counted; `nil` where the tenant answers.
  mutating func answer(to request: HTTPRequestMessage) -> MockAnswer? {
    guard let place = answers.lastIndex(where: { $0.pattern.fits(request) }) else { return nil }
    let answer = answers[place]
    if let times = answer.times {
      answers[place].times = times - 1
      if times <= 1 { answers.remove(at: place) }
    }
    return MockAnswer(answer.message, latency: answer.latency)
  }
}
