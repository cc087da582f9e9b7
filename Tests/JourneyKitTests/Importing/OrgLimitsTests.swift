import Encodings
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// An org that says how many requests it takes.
struct OrgLimitsTests {
  private static let now = Instant(seconds: 1_700_000_000)

  private static func refused(_ headers: HTTPFields) -> HTTPResponseMessage {
    MadeManagementAPI.json(.object([]), status: 429, headers: headers)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var headers: HTTPFields
    var seconds: Int64
    var testDescription: String { headers.map { "\($0.name): \($0.value)" }.joined(separator: ", ") }
  }

  @Test(arguments: [
    Refusal(headers: ["Retry-After": "7"], seconds: 7), Refusal(headers: ["Retry-After": "0"], seconds: 0),
    Refusal(headers: ["X-Rate-Limit-Reset": "1700000030"], seconds: 31), Refusal(headers: ["X-Rate-Limit-Reset": "1600000000"], seconds: 1),
    Refusal(headers: ["X-Rate-Limit-Reset": "1700000130", "Date": "Tue, 14 Nov 2023 22:15:00 GMT"], seconds: 31),
    Refusal(headers: ["Retry-After": "Tue, 14 Nov 2023 22:13:40 GMT"], seconds: 21), Refusal(headers: [:], seconds: 60),
    Refusal(headers: ["Retry-After": "-5"], seconds: 60), Refusal(headers: ["X-Rate-Limit-Reset": "99999999999999999999"], seconds: 60),
  ])
  func `a request that is refused because of too many is sent again when the org says`(_ row: Refusal) async throws {
    let api = try MadeManagementAPI { target, before in target.hasPrefix("/api/v1/zones") && before == 0 ? Self.refused(row.headers) : nil }
    let read = try await MadeOrgImport.of(api)
    #expect(read.waits == [row.seconds])
    #expect(read.said == ["waiting \(row.seconds) s: the org's limit of requests is used up"])
    #expect(read.texts == (try await MadeOrgImport.fromFolder()))
  }

  @Test(arguments: [["Retry-After": "121"], ["X-Rate-Limit-Reset": "999999999999"], ["Retry-After": "999999999999"]] as [HTTPFields])
  func `an org that wants too long a wait is not waited for`(_ headers: HTTPFields) async throws {
    let read = try await MadeOrgImport.of(
      MadeManagementAPI { target, _ in target.hasPrefix("/api/v1/zones") ? Self.refused(headers) : nil })
    #expect(read.run.isOfOrg && read.waits.isEmpty)
    #expect(read.reason.hasPrefix("the org's limit of requests is used up for ") && read.reason.hasSuffix("; at most 120 s are waited"))
  }

  @Test func `an org that refuses one list without end goes without it, and one that refuses all ends the import`() async throws {
    let one = try await MadeOrgImport.of(
      MadeManagementAPI { target, _ in target.hasPrefix("/api/v1/zones") ? Self.refused(["Retry-After": "1"]) : nil })
    #expect(one.said.last == "missing: network zones: the org refused it 10 times because of too many requests (429)", "\(one.said)")
    let all = try await MadeOrgImport.of(
      MadeManagementAPI { target, _ in target.hasPrefix("/api") ? Self.refused(["Retry-After": "30"]) : nil })
    #expect(all.reason == "the org has the import wait for more than 900 s in all")
    #expect(all.waits.reduce(0, +) <= 900)
  }

  @Test func `half of a limit is left to other programs of the org`() async throws {
    let api = try MadeManagementAPI { target, before in nil }
    let counted = CountedAPI(api: api, limit: 10)
    let read = try await MadeOrgImport.of(api, over: counted)
    #expect(read.texts == (try await MadeOrgImport.fromFolder()))
    #expect(await counted.lowest == 5)
    #expect(!read.waits.isEmpty && read.waits.allSatisfy { (1...61).contains($0) })
    #expect(
      read.said.allSatisfy {
        $0.hasPrefix("waiting ") && $0.hasSuffix("half of the org's limit of requests is used, and the rest is for its other programs")
      })
  }

  @Test func `an org of which another program uses more than half is read slowly, and not without end`() async throws {
    let used = try MadeManagementAPI(pageSize: 200)
    let read = try await MadeOrgImport.of(
      used,
      over: FixedLimit(
        api: used, headers: ["X-Rate-Limit-Limit": "600", "X-Rate-Limit-Remaining": "12", "X-Rate-Limit-Reset": "1700000001"]))
    #expect(read.run.isRefused == false, "\(read.reason)")
    let slow = try MadeManagementAPI(pageSize: 1)
    let never = try await MadeOrgImport.of(
      slow, over: FixedLimit(api: slow, headers: ["X-Rate-Limit-Limit": "600", "X-Rate-Limit-Remaining": "12"]))
    #expect(never.reason == "the org has the import wait for more than 900 s in all")
  }

  struct Pace: Sendable, CustomTestStringConvertible {
    var answers: [HTTPFields]
    var pause: Int64?
    var testDescription: String { "\(answers.map { $0.map(\.value) })" }
  }

  private static func said(_ remaining: String, _ limit: String?, _ reset: String? = "1700000030") -> HTTPFields {
    var fields: HTTPFields = ["X-Rate-Limit-Remaining": remaining]
    if let limit { fields.append("X-Rate-Limit-Limit", limit) }
    if let reset { fields.append("X-Rate-Limit-Reset", reset) }
    return fields
  }

  @Test(arguments: [
    Pace(answers: [], pause: nil), Pace(answers: [said("51", "100")], pause: nil), Pace(answers: [said("50", "100")], pause: 31),
    Pace(answers: [said("0", "100")], pause: 31), Pace(answers: [said("0", "100", "1800000000")], pause: 120),
    Pace(answers: [said("0", "100", nil)], pause: 60), Pace(answers: [said("40", nil)], pause: nil),
    Pace(answers: [said("40", nil), said("21", nil)], pause: nil), Pace(answers: [said("40", nil), said("20", nil)], pause: 31),
    Pace(answers: [said("40", nil), said("20", nil, "1700000090")], pause: nil),
    Pace(answers: [said("9223372036854775807", "9223372036854775807", "-9223372036854775808")], pause: nil),
    Pace(answers: [said("-1", "100")], pause: nil), Pace(answers: [said("999999999999", "999999999999", "999999999999")], pause: nil),
    Pace(answers: [said("0", "0", "0")], pause: 1), Pace(answers: [said("x", "100"), [:]], pause: nil),
  ])
  func `the next request goes as long as more than half is left`(_ row: Pace) {
    var pace = RequestPace(longest: .seconds(120))
    for answer in row.answers { pace.note(answer, of: "groups", now: Self.now) }
    #expect(pace.pause(before: "zones", now: Self.now) == nil)
    #expect(pace.pause(before: "groups", now: Self.now)?.components.seconds == row.pause)
    #expect(pace.pause(before: "groups", now: Self.now) == nil)
  }
}

/// An org that counts requests in windows of a minute, all of them together.
private actor CountedAPI: HTTPTransport {
  let api: MadeManagementAPI
  let limit: Int
  /// Of each group of lists.
  private var used: [String: Int] = [:]
  private(set) var lowest = Int.max
  /// The window ends as soon as it is waited for: the made time goes on.
  init(api: MadeManagementAPI, limit: Int) {
    self.api = api
    self.limit = limit
  }

  func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
    let group = request.url.path.split(separator: "/").dropFirst(2).first.map(String.init) ?? ""
    if used[group, default: 0] * 2 >= limit { used[group] = 0 }
    used[group, default: 0] += 1
    let left = limit - (used[group] ?? 0)
    lowest = min(lowest, left)
    var answer = try await api.send(request)
    answer.headers.append("X-Rate-Limit-Limit", "\(limit)")
    answer.headers.append("X-Rate-Limit-Remaining", "\(left)")
    answer.headers.append("X-Rate-Limit-Reset", "1700000060")
    return answer
  }
}

/// An org that says the same of its limit, whatever is asked.
private struct FixedLimit: HTTPTransport {
  let api: MadeManagementAPI
  let headers: HTTPFields

  func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
    var answer = try await api.send(request)
    for field in headers { answer.headers.append(field.name, field.value) }
    return answer
  }
}
