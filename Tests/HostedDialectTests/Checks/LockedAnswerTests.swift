import Encodings
import JourneyModel
import Synchronization
import Testing

@testable import HostedDialect

/// What a server answers to right and wrong passwords once it has stopped guesses: the right one must get nothing of its own.
struct LockedAnswerTests {
  private typealias Limit = FormProbeTests.Limit

  /// NOISE is another number each time, TOKEN another token; COUNT goes down, and so does LATER from more; LOW and HIGH are numbers at random, from 30 to 59 and from 60
  /// to 89.
  struct Answers: Sendable, CustomTestStringConvertible {
    let id: String
    let wrong: HTTPResponseMessage
    let right: HTTPResponseMessage
    /// What differs, in the words of the probe; `nil` for a stop.
    var difference: String?

    var testDescription: String { id }

    init(_ id: String, _ wrong: HTTPResponseMessage, _ right: HTTPResponseMessage, _ difference: String? = nil) {
      (self.id, self.wrong, self.right, self.difference) = (id, wrong, right, difference)
    }
  }

  private static func with(_ name: String, _ value: String, _ response: HTTPResponseMessage = Limit.plain(429)) -> HTTPResponseMessage {
    var response = response
    response.headers.append(name, value)
    return response
  }

  private static func redirect(saying text: String) -> HTTPResponseMessage {
    var response = HTTPResponseMessage.redirect("/locked")
    response.body = Array(text.utf8)
    return response
  }

  private static func slow(_ more: String) -> HTTPResponseMessage { .page("<h1>Slow down</h1>\(more)", status: 429) }

  private static let answers: [Answers] = [
    Answers("the same page", .page("<h1>Locked</h1>"), .page("<h1>Locked</h1>")),
    Answers("the same redirect", .redirect("/locked"), .redirect("/locked")),
    Answers("a number that counts", Limit.page("Wrong, COUNT left."), Limit.page("Wrong, COUNT left.")),
    Answers("a time to wait", with("Retry-After", "60"), with("Retry-After", "3600"), "header 'retry-after'"),
    Answers("a time to wait that goes down", with("Retry-After", "COUNT"), with("Retry-After", "COUNT")),
    Answers("a time to wait of another range", with("Retry-After", "HIGH"), with("Retry-After", "LOW"), "header 'retry-after'"),
    Answers("a time to wait of the same range", with("Retry-After", "LOW"), with("Retry-After", "LOW")),
    Answers("another range in a text", slow("<p>Wait LOW seconds.</p>"), slow("<p>Wait HIGH seconds.</p>"), "text"),
    Answers("another range of a limit", with("X-RateLimit-Reset", "LOW"), with("X-RateLimit-Reset", "HIGH"), "header 'x-ratelimit-reset'"),
    Answers("no time to wait", with("Retry-After", "60"), Limit.plain(429), "header 'retry-after'"),
    Answers("a header", with("X-Reason", "bad-password"), with("X-Reason", "locked"), "header 'x-reason'"),
    Answers("a header more", Limit.plain(429), with("X-User", "u1"), "header 'x-user'"),
    Answers(
      "headers that change", with("X-Request-Id", "TOKEN", with("Date", "NOISE")), with("X-Request-Id", "TOKEN", with("Date", "NOISE"))),
    Answers("a cookie", with("Set-Cookie", "a=1; Secure; HttpOnly"), with("Set-Cookie", "a=2; Secure; HttpOnly"), "cookie 'a'"),
    Answers("a cookie that changes", with("Set-Cookie", "sid=TOKEN"), with("Set-Cookie", "sid=TOKEN")),
    Answers(
      "a cookie that stays", with("Set-Cookie", "sid=TOKEN"), with("Set-Cookie", "sid=4bbd6b1d6c3c4de59a1de8a37bb0c1f2"), "cookie 'sid'"),
    Answers("a comment", slow("<!-- bad password -->"), slow("<!-- locked -->"), "comment in the page"),
    Answers("words of a body", .json(#"{"error": "bad_password"}"#, status: 429), .json(#"{"error": "locked"}"#, status: 429), "text"),
    Answers("a hidden field", slow("<input type=hidden name=a value=0>"), slow("<input type=hidden name=a value=1>"), "hidden field"),
    Answers("words behind the page", slow("</body></html>bad"), slow("</body></html>locked"), "text"),
    Answers("words for browsers without scripts", slow("<noscript>bad</noscript>"), slow("<noscript>locked</noscript>"), "text"),
    Answers("the title of a drawing", slow("<svg><title>bad</title></svg>"), slow("<svg><title>locked</title></svg>"), "title"),
    Answers("the body of a redirect", redirect(saying: "bad"), redirect(saying: "locked"), "text"),
    Answers("a body of a redirect that changes", redirect(saying: "to ?t=TOKEN"), redirect(saying: "to ?t=TOKEN")),
    Answers("a page for one of them", Limit.page("Wrong.", status: 403), Limit.plain(403), "header 'content-type'"),
    Answers("another number", Limit.page("Wrong, 11 times."), Limit.page("Wrong, 12 times."), "text"),
    // These are no stop at all.
    Answers("another place", .redirect("/locked"), Limit.plain(429), ""),
    Answers("another page", .page("<h1>Forgot your password?</h1>"), Limit.page("Too many sessions."), ""),
  ]

  @Test(arguments: answers)
  func `a server that stops guesses answers the right password as a wrong one`(_ answers: Answers) async throws {
    let wrongs = Mutex(0)
    let problem = try await FormProbeTests.finish(
      "rate_limit",
      [
        "GET /locked": { _, _ in .page("<h1>Locked</h1>") },
        "POST /signin": { request, context in
          let isRight = String(decoding: request.body, as: UTF8.self).contains("Jane-horse-11")
          let count = wrongs.withLock { count in
            count += isRight ? 0 : 1
            return count
          }
          if count <= 10 { return isRight ? HostedWalk.leadsOn(request, context) : Limit.page("Wrong.") }
          return Self.filled(isRight ? answers.right : answers.wrong, context.launches)
        },
      ])
    switch answers.difference {
    case nil: #expect(problem == nil)
    case "": #expect(problem == FormProbeTests.differs)
    case let words?:
      #expect(
        problem
          == "the server stops many forms, but the right password still gets another \(words) than a wrong one, so it can be guessed")
    }
  }

  private static func filled(_ response: HTTPResponseMessage, _ number: Int) -> HTTPResponseMessage {
    var response = response
    let token = "4bbd6b1d6c3c4de59a1de8a37bb0\(7000 + number)"
    func filled(_ text: String) -> String {
      text.replacing("LOW", with: "\(30 + number * 17 % 30)").replacing("HIGH", with: "\(60 + number * 17 % 30)")
        .replacing("NOISE", with: "\(number * 7)").replacing("TOKEN", with: token).replacing("COUNT", with: "\(900 - number)")
        .replacing("LATER", with: "\(990 - number)")
    }
    response.body = Array(filled(String(decoding: response.body, as: UTF8.self)).utf8)
    var headers: HTTPFields = [:]
    for header in response.headers { headers.append(header.name, filled(header.value)) }
    response.headers = headers
    return response
  }

  /// What a server answers from the tenth wrong password on to a known and to an unknown address, the number of which it counts for each.
  private static let accounts: [Answers] = [
    Answers("the same", Limit.plain(429), Limit.plain(429)),
    Answers("a limit of known addresses", Limit.page("Wrong."), Limit.plain(429), "status"),
    Answers("a page for known addresses", Limit.page("Wrong."), .page("<h1>Your account is locked</h1>"), "title"),
    Answers("the same words", Limit.page("Wrong."), Limit.page("Wrong.")),
    Answers("a time to wait", with("Retry-After", "60"), with("Retry-After", "300"), "header 'retry-after'"),
    Answers("a time to wait of another range", with("Retry-After", "LOW"), with("Retry-After", "HIGH"), "header 'retry-after'"),
    Answers("a time to wait that goes down", with("Retry-After", "COUNT"), with("Retry-After", "COUNT")),
    Answers("a time to wait that goes down from a later lock", with("Retry-After", "COUNT"), with("Retry-After", "LATER")),
    Answers(
      "a time to wait that goes down from far more", with("Retry-After", "COUNT"), with("Retry-After", "1COUNT"), "header 'retry-after'"),
    Answers("the addresses", slow("<p>Wait, TYPED</p>"), slow("<p>Wait, TYPED</p>")),
  ]

  @Test(arguments: accounts)
  func `a stop does not show who has an account`(_ answers: Answers) async throws {
    let wrongs = Mutex<[String: Int]>([:])
    let problem = try await FormProbeTests.finish(
      "rate_limit",
      [
        "POST /signin": { request, context in
          let body = String(decoding: request.body, as: UTF8.self)
          let name = body.split(separator: "email=").last.map { String($0.prefix { $0 != "%" && $0 != "@" }) } ?? ""
          let isRight = body.contains("Jane-horse-11")
          let count = wrongs.withLock { wrongs in
            wrongs[name, default: 0] += isRight ? 0 : 1
            return wrongs[name, default: 0]
          }
          if count < 10 { return isRight ? HostedWalk.leadsOn(request, context) : Limit.page("Wrong.") }
          var response = Self.filled(name == "jane" ? answers.right : answers.wrong, context.launches)
          response.body = Array(String(decoding: response.body, as: UTF8.self).replacing("TYPED", with: "\(name)@example.test").utf8)
          return response
        }
      ])
    #expect(
      problem
        == answers.difference.map {
          "the server stops many forms, but the known address then gets another \($0) than an unknown one, so the stop shows who has an "
            + "account"
        })
  }
}
