import Encodings
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// A person with a browser that runs no scripts: sees the page, fills in its forms and presses its buttons.
struct StudioVisitor {
  var desk: StudioDesk
  /// Every page that was seen.
  private(set) var pages: [String] = []

  /// Opens the studio of a project, and closes it.
  static func visit(
    _ project: RecordingProject, file: String? = "recorded.yaml", on tenant: String? = nil, as account: String? = nil,
    start: [String] = [], after: ScenarioPlace? = nil, _ body: (inout StudioVisitor) async throws -> Void
  ) async throws {
    var settings = StudioSettings(file: file.map { project.folder.file("journeys/\($0)") })
    if file == nil { settings.recording.file = project.folder.file("journeys/recorded.yaml") }
    (settings.recording.tenant, settings.recording.account, settings.recording.after) = (tenant, account, after)
    settings.recording.start = start
    settings.recording.run.paths = [settings.recording.file]
    settings.recording.run.seed = 7
    settings.recording.run.spelling = SampleProject.flags
    try await StudioDesk.Opening(settings).withDesk { desk in
      var visitor = StudioVisitor(desk: desk)
      let result: Result<Void, any Error>
      do { result = .success(try await body(&visitor)) } catch { result = .failure(error) }
      desk = visitor.desk
      try result.get()
    }
  }

  /// The page as it is now.
  mutating func look() async throws -> String {
    let response = await desk.answer(HTTPRequestMessage(url: try WebURL("http://127.0.0.1:8080/")))
    try #require(response.status == 200)
    let page = String(decoding: response.body, as: UTF8.self)
    pages.append(page)
    return page
  }

  /// Presses a button: posts its form as it stands on the page, with these texts instead of what stands there.
  @discardableResult
  mutating func press(_ action: String, _ texts: [String: String] = [:]) async throws -> String {
    let page = try await look()
    let form = try #require(StudioForm.all(in: page).first { $0.buttons.contains(action) }, "no button '\(action)' in\n\(page)")
    for name in texts.keys { try #require(form.items.contains { $0.name == name } || name.hasPrefix("on:"), "no field '\(name)'") }
    var items = form.items.filter { texts[$0.name] == nil }
    items += texts.sorted { $0.key < $1.key }.map { QueryItem($0.key, $0.value) } + [QueryItem("do", action)]
    let status1 = try await post(items)
    #expect(status1 == 303)
    return try await look()
  }

  /// Posts whatever one likes; the status of the answer.
  mutating func post(_ items: [QueryItem], type: String = "application/x-www-form-urlencoded") async throws -> Int {
    let body = Array(FormURLEncoding.encode(items).utf8)
    return await desk.answer(
      HTTPRequestMessage(method: "POST", url: try WebURL("http://127.0.0.1:8080/"), headers: ["Content-Type": type], body: body)
    ).status
  }
}

/// A form of a page as a browser would post it untouched.
struct StudioForm {
  var items: [QueryItem]
  /// What its buttons post.
  var buttons: [String]

  static func all(in page: String) -> [StudioForm] {
    page.matches(of: /(?s)<form([^>]*)>(.*?)<\/form>/).map { form in
      // What a layout puts elsewhere names its form.
      let id = attributes(form.1)["id"] ?? "none"
      let outside = page.matches(of: /(?s)<input[^>]*>|<select[^>]*>.*?<\/select>|<button[^>]*>/).map { String($0.0) }
      return StudioForm(String(form.2) + outside.filter { $0.prefix { $0 != ">" }.contains(" form=\"\(id)\"") }.joined())
    }
  }

  private init(_ content: String) {
    items = []
    for match in content.matches(of: /<input([^>]*)>/) {
      let attributes = Self.attributes(match.1)
      let isBox = ["checkbox", "radio"].contains(attributes["type"])
      guard let name = attributes["name"], !isBox || attributes["checked"] != nil else { continue }
      items.append(QueryItem(name, attributes["value"] ?? ""))
    }
    for match in content.matches(of: /(?s)<select([^>]*)>(.*?)<\/select>/) {
      let options = match.2.matches(of: /<option([^>]*)>/).map { Self.attributes($0.1) }
      guard let name = Self.attributes(match.1)["name"] else { continue }
      items.append(QueryItem(name, (options.first { $0["selected"] != nil } ?? options.first)?["value"] ?? ""))
    }
    buttons = content.matches(of: /<button([^>]*)>/).compactMap { Self.attributes($0.1)["value"] }
  }

  private static func attributes(_ text: Substring) -> [String: String] {
    let pairs = text.matches(of: /([a-z-]+)="([^"]*)"/).map { (String($0.1), plain(String($0.2))) }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func plain(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
