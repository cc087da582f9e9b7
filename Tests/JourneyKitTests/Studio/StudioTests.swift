import Encodings
import JourneyClient
import JourneyTestSupport
import Testing

@testable import JourneyKit

struct StudioTests {
  /// A password that stands in the mock's file.
  private static let password = "Rita-zebra-33"

  /// The id of the message whose code can be used.
  private static func code(in page: String) throws -> String {
    String(try #require(page.firstMatch(of: /value="(code:[^"]+)"/)).1)
  }

  @Test func `a sign-in with a mailed code is recorded by plain forms, saved, and green with three seeds`() async throws {
    try await RecordingProject.with { project in
      try await StudioVisitor.visit(project, as: "rita") { visitor in
        #expect(try await visitor.look().contains("Rita on acme, a mock: nothing is changed permanently."))
        #expect(try await visitor.press("way:0").contains("Screen password"))
        let asked = try await visitor.press("way:0")
        #expect(asked.contains("Your Acme code"))
        #expect(try await visitor.press(try Self.code(in: asked)).contains("aria-pressed=\"true\""))
        let signedIn = try await visitor.press("way:0")
        #expect(signedIn.contains("Expect of the token:"), "\(signedIn)")
        try await visitor.press("finish")
        let saved = try await visitor.press("save", ["title": "Rita gets a code"])
        #expect(saved.contains("3 screens, no secret in it. Walked again with another seed: passed."), "\(saved)")
        for page in visitor.pages { #expect(!page.contains(Self.password)) }
      }
      let text = try project.folder.text(of: "journeys/recorded.yaml")
      for held in ["journey: Rita gets a code", "mail: ${account.email}", "passcode: ${otp}", "claims: {email: \"${account.email}\"}"] {
        #expect(text.contains(held), "no '\(held)' in\n\(text)")
      }
      #expect(!text.contains(Self.password))
      for seed: UInt64 in [7, 8, 9] { #expect(try await project.verdicts(seed: seed) == ["passed"]) }
    }
  }

  @Test(arguments: [nil, "jane"])
  func `who registers is offered a new address first`(account: String?) async throws {
    try await RecordingProject.with { project in
      try await StudioVisitor.visit(project, as: account, start: ["prompt=create"]) { visitor in
        let page = try await visitor.look()
        let list = try #require(page.firstMatch(of: /(?s)<select[^>]*name="from:email"[^>]*>(.*?)<\/select>/), "\(page)")
        let first = try #require(list.1.firstMatch(of: /<option[^>]*>([^<]*)<\/option>/))
        #expect(first.1 == "a new address at acme.test")
      }
    }
  }

  @Test func `undo and a step back walk again what was before`() async throws {
    try await RecordingProject.with { project in
      try await StudioVisitor.visit(project, as: "jane") { visitor in
        try await visitor.press("way:0")
        #expect(try await visitor.press("way:1").contains("Screen forgottenPassword"))
        #expect(try await visitor.press("undo").contains("Screen password"))
        #expect(try await visitor.press("way:0").contains("Expect of the token:"))
        try await visitor.press("finish")
        #expect(try await visitor.press("back:0").contains("Screen identification"))
        #expect(try await visitor.look().contains("steps:\n  []"))
      }
    }
  }

  @Test func `what is expected besides is turned on by a click, and off by another`() async throws {
    try await RecordingProject.with { project in
      try await StudioVisitor.visit(project, as: "jane") { visitor in
        try await visitor.press("expect:widgets")
        try await visitor.press("expect:labels")
        try await visitor.press("expect:messages")
        try await visitor.press("expect:messages")
        let password = try await visitor.press("way:0")
        #expect(password.contains("only_widgets: [section-title, identifier,"))
        try await visitor.press("expect:screen")
        try await visitor.press("way:0")
        try await visitor.press("finish")
        #expect(try await visitor.press("save").contains("passed."))
      }
      #expect(try project.folder.text(of: "journeys/recorded.yaml").contains("snapshot: true"))
    }
  }

  @Test func `a typed secret is kept in memory, and its name is written; an invented one may be seen`() async throws {
    try await RecordingProject.with { project in
      let canary = "Canary-pass-4711"
      try await StudioVisitor.visit(project, as: "jane") { visitor in
        try await visitor.press("way:0")
        try await visitor.press("way:0", ["text:password": canary, "name:password": "JANE_OTHER"])
        let page = try await visitor.press("way:0", ["text:password": "nonsense", "from:password": "invented"])
        #expect(page.contains("password: ${secret.JANE_OTHER}"))
        #expect(page.contains("password: nonsense"))
        #expect(page.contains("The password is incorrect."))
        #expect(try await visitor.press("again").contains("Walked again with another seed: passed."))
        try await visitor.press("stop")
        try await visitor.press("save")
        for page in visitor.pages { #expect(!page.contains(canary)) }
      }
      #expect(!(try project.folder.text(of: "journeys/recorded.yaml")).contains(canary))
    }
  }

  @Test func `a typed text that is an attribute is that attribute, and one of the tenant's secrets has a name`() async throws {
    try await RecordingProject.with { project in
      try await StudioVisitor.visit(project, as: "jane") { visitor in
        #expect(try await visitor.press("way:0", ["text:identifier": "jane@acme.test"]).contains("identifier: ${account.email}"))
        try await visitor.press("undo")
        let page = try await visitor.press("way:0", ["text:identifier": Self.password])
        #expect(page.contains("identifier: ${secret.JANE_IDENTIFIER}"))
        for page in visitor.pages { #expect(!page.contains(Self.password)) }
      }
    }
  }

  @Test func `a key of an authenticator app has a name however it is grouped, and no page shows it`() async throws {
    try await RecordingProject.with { project in
      for typed in ["JBSW Y3DP EHPK 3PXP", "JBSWY3DP-EHPK3PXP"] {
        try await StudioVisitor.visit(project, as: "jane") { visitor in
          let page = try await visitor.press("way:0", ["text:identifier": typed])
          #expect(page.contains("identifier: ${secret.JANE_IDENTIFIER}"))
          for page in visitor.pages { #expect(!page.contains(typed), "\(typed)") }
        }
      }
    }
  }

  @Test func `what is saved twice stands in the file once`() async throws {
    try await RecordingProject.with { project in
      try await StudioVisitor.visit(project, as: "jane") { visitor in
        try await visitor.press("way:0")
        try await visitor.press("way:0")
        try await visitor.press("finish")
        try await visitor.press("save")
        let first = try project.folder.text(of: "journeys/recorded.yaml")
        for change in [[:], ["title": ""], ["title": "Another name"]] {
          let again = try await visitor.press("save", change)
          #expect(again.contains("has this journey already: nothing is added."), "\(again)")
          #expect(!again.contains("wrote"))
        }
        #expect(try project.folder.text(of: "journeys/recorded.yaml") == first)
      }
    }
  }

  @Test func `the clock is moved by a step`() async throws {
    try await RecordingProject.with { project in
      try await StudioVisitor.visit(project, as: "jane") { visitor in
        try await visitor.press("way:0")
        #expect(try await visitor.press("pass:1m").contains("- wait: &quot;1m&quot;"))
        try await visitor.press("way:0")
        try await visitor.press("finish")
        #expect(try await visitor.press("save").contains("passed."))
      }
    }
  }

  @Test func `another journey is begun on another tenant, as another person, in another language`() async throws {
    try await RecordingProject.with { project in
      try await StudioVisitor.visit(project, as: "jane") { visitor in
        let hungarian = try await visitor.press("begin", ["account": "rita", "language": "hu"])
        #expect(hungarian.contains("Rita on acme"))
        #expect(hungarian.contains("ui_locales: hu"))
        let org = try await visitor.press("begin", ["tenant": "cascade", "account": "", "language": ""])
        #expect(org.contains("A new user on cascade"))
        let nobody = try await visitor.press("begin", ["tenant": "nowhere"])
        #expect(nobody.contains("no tenant &#39;nowhere&#39;"))
        #expect(nobody.contains("A new user on cascade"))
      }
    }
  }

  @Test func `a recording goes on from a scenario`() async throws {
    try await RecordingProject.with { project in
      try project.folder.write(
        "journey: Rita begins\naccount: rita\nsteps:\n- screen: identification\n  answers: {identifier: \"${account.email}\"}\n- screen: password\n",
        to: "journeys/_first.yaml")
      let place = try ScenarioPlace("\(project.folder.file("journeys/_first.yaml")):6")
      try await StudioVisitor.visit(project, after: place) { visitor in
        #expect(try await visitor.look().contains("Screen password"))
        try await visitor.press("way:0")
        let page = try await visitor.press("way:0")
        #expect(page.contains("identifier: &quot;${account.email}&quot;"))
        try await visitor.press("finish")
        #expect(try await visitor.press("save").contains("passed."))
      }
    }
  }

  @Test func `ways that nobody walks are told, and a saved scenario walks some`() async throws {
    try await RecordingProject.with { project in
      try await StudioVisitor.visit(project, as: "jane") { visitor in
        let before = try await visitor.press("ways")
        #expect(before.contains("<li class=\"unwalked\">Continue, "), "\(before)")
        #expect(!before.contains("1 scenario"))
        try await visitor.press("way:0")
        try await visitor.press("way:0")
        try await visitor.press("finish")
        try await visitor.press("save")
        try await visitor.press("begin")
        #expect(try await visitor.press("ways").contains("1 scenario"))
      }
    }
  }

  // MARK: Refusals

  @Test(arguments: ["../outside.yaml", "/etc/journey.yaml", "journeys/tenants.yaml", "journeys/notes.txt", "", "journeys/wrong.yaml"])
  func `what cannot be written to is told in the page, and nothing is written`(file: String) async throws {
    try await RecordingProject.with { project in
      try project.folder.write("journey: x\nsteps: 7\n", to: "journeys/wrong.yaml")
      try await StudioVisitor.visit(project, file: nil, as: "jane") { visitor in
        try await visitor.press("way:0")
        let path = file.isEmpty || file.hasPrefix("/") ? file : project.folder.file(file)
        let page = try await visitor.press("save", ["file": path])
        #expect(page.contains("role=\"status\""))
        #expect(!page.contains("wrote"))
        #expect(page.contains("Screen password"))
      }
      #expect(try project.folder.text(of: "journeys/tenants.yaml") == RecordingProject.tenants)
      #expect(try project.folder.text(of: "journeys/wrong.yaml") == "journey: x\nsteps: 7\n")
    }
  }

  @Test func `a form of an earlier page does nothing, as in another tab`() async throws {
    try await RecordingProject.with { project in
      try await StudioVisitor.visit(project, as: "jane") { visitor in
        let old = try #require(StudioForm.all(in: try await visitor.look()).first { $0.buttons.contains("way:0") })
        try await visitor.press("way:0")
        let status1 = try await visitor.post(old.items + [QueryItem("do", "way:0")])
        #expect(status1 == 303)
        let page = try await visitor.look()
        #expect(page.contains("That form was of an earlier page"))
        #expect(page.contains("Screen password"))
      }
    }
  }

  @Test(arguments: [
    ["do": "way:99"], ["do": "way:-1"], ["do": "format:disk"], [:], ["do": "back:7"], ["do": "pass:9999d"], ["do": "finish"],
    ["do": "open:nothing"], ["do": "way:0", "from:identifier": "the moon"], ["do": "way:0", "from:identifier": "secret"],
    ["do": "expect:money"], ["do": "begin", "tenant": "<b>", "account": "&", "start": "x"],
  ])
  func `what no button posts changes nothing`(fields: [String: String]) async throws {
    try await RecordingProject.with { project in
      try await StudioVisitor.visit(project, as: "jane") { visitor in
        _ = try await visitor.look()
        let items = [QueryItem("rev", "1")] + fields.map { QueryItem($0.key, $0.value) }
        let status2 = try await visitor.post(items)
        #expect(status2 == 303)
        let page = try await visitor.look()
        #expect(page.contains("Screen identification"), "\(page)")
        #expect(page.contains("steps:\n  []"))
        #expect(!page.contains("<b>&"))
      }
    }
  }

  @Test func `forms beyond all bounds are refused`() async throws {
    try await RecordingProject.with { project in
      try await StudioVisitor.visit(project, as: "jane") { visitor in
        let status3 = try await visitor.post([QueryItem("rev", "1"), QueryItem("do", String(repeating: "x", count: 20_000))])
        #expect(status3 == 400)
        let status4 = try await visitor.post([QueryItem](repeating: QueryItem("rev", "1"), count: 3000))
        #expect(status4 == 400)
        let status5 = try await visitor.post([QueryItem("rev", "1"), QueryItem("do", "way:0\u{0}")])
        #expect(status5 == 400)
        let status6 = try await visitor.post([QueryItem("rev", "1"), QueryItem("do", "way:0")], type: "text/plain")
        #expect(status6 == 400)
        #expect(try await visitor.look().contains("Screen identification"))
      }
    }
  }

  @Test func `a file with errors, an account that is not there and a place outside are told before anything is served`() async throws {
    try await RecordingProject.with { project in
      await #expect { try await StudioVisitor.visit(project, as: "jan") { _ in } } throws: { "\($0)".contains("did you mean 'jane'?") }
      try project.folder.write("journey: x\nsteps: 7\n", to: "journeys/recorded.yaml")
      await #expect(throws: ProjectRefusal.self) { try await StudioVisitor.visit(project, as: "jane") { _ in } }
    }
  }

  // MARK: The socket

  @Test func `the page is served to who has the token, and its forms are taken from itself only`() async throws {
    try await RecordingProject.with { project in
      var settings = StudioSettings(file: project.folder.file("journeys/recorded.yaml"))
      settings.recording.account = "jane"
      settings.recording.run.seed = 7
      let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
      try await withThrowingTaskGroup(of: Void.self) { [settings] group in
        group.addTask { try await StudioRun(settings).serve { address, _ in continuation.yield(address) } }
        var iterator = addresses.makeAsyncIterator()
        let opened = try WebURL(try #require(await iterator.next()))
        let address = "http://127.0.0.1:\(try #require(opened.port))"
        try await HTTPClientTransport.withTransport { transport in
          func send(_ method: String, _ url: WebURL, _ headers: HTTPFields = [:], _ body: String = "") async throws -> HTTPResponseMessage {
            try await transport.send(HTTPRequestMessage(method: method, url: url, headers: headers, body: Array(body.utf8)))
          }
          func fields(_ all: HTTPFields...) -> HTTPFields { HTTPFields(all.flatMap { Array($0) }) }
          #expect(try await send("GET", try WebURL("\(address)/")).status == 403)
          for ahead in [["Sec-Purpose": "prefetch;prerender"], ["Purpose": "prefetch"], ["Sec-Fetch-Site": "cross-site"]] as [HTTPFields] {
            #expect(try await send("GET", opened, ahead).status == 403)
          }
          let entered = try await send("GET", opened, ["Sec-Fetch-Site": "none"])
          #expect(entered.status == 303)
          let path = try #require(entered.headers["Location"])
          let page = try WebURL("\(address)\(path)")
          let cookie = try #require(entered.headers["Set-Cookie"])
          #expect(cookie.hasSuffix("; Path=\(path); HttpOnly; SameSite=Strict"))
          let own: HTTPFields = ["Cookie": String(cookie.prefix { $0 != ";" })]
          #expect(try await send("GET", opened).status == 403, "the token was used")
          #expect(try await send("GET", page).status == 403, "the path alone opens nothing")
          #expect(try await send("GET", try WebURL("\(address)/"), own).status == 403, "nor does the cookie")
          let shown = try await send("GET", page, own)
          #expect(shown.status == 200)
          #expect(shown.headers["Content-Security-Policy"]?.contains("form-action 'self'") == true)
          let form = "rev=1&do=way%3A0&from%3Aidentifier=%24%7Baccount.email%7D"
          let type: HTTPFields = ["Content-Type": "application/x-www-form-urlencoded"]
          #expect(try await send("POST", page, fields(own, type), form).status == 403)
          #expect(try await send("POST", page, fields(own, type, ["Origin": "https://evil.test"]), form).status == 403)
          #expect(try await send("POST", page, fields(own, type, ["Origin": address]), form).status == 303)
          let next = String(decoding: try await send("GET", page, own).body, as: UTF8.self)
          #expect(next.contains("Screen password"))
          let large = "rev=2&do=" + String(repeating: "x", count: 300_000)
          #expect(try await send("POST", page, fields(own, type, ["Origin": address]), large).status == 413)
        }
        group.cancelAll()
      }
    }
  }
}
