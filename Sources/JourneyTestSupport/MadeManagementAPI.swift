package import Encodings
import FoundationEssentials
package import JourneyClient
import JourneyModel

/// The management API of a made Okta org, over the answers of a folder in `fixtures/imports`: pages, and whatever trouble a test wants.
///
/// An actor, as a transport is shared by value while its requests are counted.
package actor MadeManagementAPI: HTTPTransport {
  /// What is answered in place of the list: the path and query that were asked, and how often they were asked before.
  package typealias Trouble = @Sendable (_ target: String, _ before: Int) -> HTTPResponseMessage?

  package static let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJqb3VybmV5In0.c2lnbmF0dXJlLTQ3MTE"

  private var lists: [String: [JSONValue]] = [:]
  private var organization: JSONValue = .null
  private let pageSize: Int
  private let scheme: String
  private let trouble: Trouble
  package private(set) var requests: [HTTPRequestMessage] = []

  /// - Parameters:
  ///   - pageSize: how many entries a page has at the most.
  ///   - scheme: of the token that it takes.
  ///   - change: makes another org of it: what is in its lists, by their paths, those of policies with their type.
  package init(
    folder: String = "okta-heron", pageSize: Int = 2, scheme: String = "Bearer", trouble: @escaping Trouble = { _, _ in nil },
    change: @Sendable (inout [String: [JSONValue]]) throws -> Void = { _ in }
  ) throws {
    self.pageSize = pageSize
    self.scheme = scheme
    self.trouble = trouble
    (lists, organization) = try Self.read("fixtures/imports/\(folder)")
    try change(&lists)
  }

  /// The lists by their paths, those of policies with their type.
  private static func read(_ folder: String) throws -> ([String: [JSONValue]], JSONValue) {
    var lists: [String: [JSONValue]] = ["/api/v1/meta/types/user": []]
    var organization = JSONValue.null
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(Fixtures.packageRoot)/\(folder)").sorted() {
      let text = try Fixtures.text(of: "\(folder)/\(name)")
      let word = String(name.prefix { $0 != "." })
      if name.hasSuffix(".jsonl") {
        for line in text.split(separator: "\n") {
          let answer = try JSONReader.read(String(line))
          lists[try WebURL(answer["url"]?.stringValue ?? "").path] = answer["body"]?.arrayValue
        }
        continue
      }
      let body = try JSONReader.read(text)
      switch word.split(separator: "-").first ?? "" {
      case "okta": organization = body
      case "groups": lists[word == "groups-rules" ? "/api/v1/groups/rules" : "/api/v1/groups", default: []] += body.arrayValue ?? []
      case "policies": lists["/api/v1/policies?type=\(word.dropFirst(9))"] = body.arrayValue
      case "rules":
        for rule in body.arrayValue ?? [] {
          let own = try WebURL(rule["_links"]?["self"]?["href"]?.stringValue ?? "").path.split(separator: "/").dropLast()
          lists["/\(own.joined(separator: "/"))", default: []].append(rule)
        }
      default: lists["/api/v1/\(word)"] = body.arrayValue
      }
    }
    return (lists, organization)
  }

  package func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
    let before = requests.count { $0.url == request.url }
    requests.append(request)
    if let answer = trouble(request.url.requestTarget, before) {
      if answer.status == 0 { throw TransportError(.connection, "the connection was closed") }
      return answer
    }
    if request.method == "POST", request.url.path == "/api/v1/policies/simulate" { return simulated(request) }
    guard request.method == "GET" else { return Self.json(.object([]), status: 405) }
    if request.url.path == "/.well-known/okta-organization" { return Self.json(organization) }
    guard request.headers["authorization"] == "\(scheme) \(Self.token)" else { return Self.refusal(401) }
    return page(request.url)
  }

  private func simulated(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    guard request.headers["authorization"] == "\(scheme) \(Self.token)" else { return Self.refusal(401) }
    do throws(JSONError) {
      let answer = MadePolicyEvaluator(lists: lists).answer(try JSONReader.read(request.body))
      return Self.json(answer.body, status: answer.status)
    } catch { return Self.json(.object([]), status: 400) }
  }

  private func page(_ url: WebURL) -> HTTPResponseMessage {
    let steps = url.path.split(separator: "/")
    if steps.count == 5, steps[2] == "apps", steps[4] == "groups" {
      return Self.json(.array(MadePolicyEvaluator(lists: lists).assigned(app: String(steps[3]))))
    }
    let key = url.queryValue("type").map { "\(url.path)?type=\($0)" } ?? url.path
    let isOfObject = url.path.hasSuffix("/rules") || url.path.hasSuffix("/methods")
    guard let list = lists[key] ?? (isOfObject ? [] : nil) else { return Self.json(.object([]), status: 404) }
    let start = min(max(0, url.queryValue("after").flatMap { Int($0) } ?? 0), list.count)
    let end = min(list.count, start + min(pageSize, url.queryValue("limit").flatMap { Int($0) } ?? pageSize))
    var answer = Self.json(.array(Array(list[start..<end])))
    answer.headers.append("Link", "<\(url)>; rel=\"self\"")
    if end < list.count {
      let items = url.queryItems.filter { $0.name != "after" } + [QueryItem("after", "\(end)")]
      answer.headers.append("Link", "<\(url.replacing(query: items))>; rel=\"next\"")
    }
    return answer
  }

  /// An answer as an org writes it.
  package static func json(_ body: JSONValue, status: Int = 200, headers: HTTPFields = [:]) -> HTTPResponseMessage {
    var headers = headers
    headers.append("Content-Type", "application/json")
    return HTTPResponseMessage(status: status, headers: headers, body: JSONWriter.write(body))
  }

  package static func refusal(_ status: Int) -> HTTPResponseMessage {
    json(.object([.init("errorCode", .string("E0000006")), .init("errorSummary", .string("You do not have permission"))]), status: status)
  }

  /// No answer at all.
  package static let silence = HTTPResponseMessage(status: 0)
}
