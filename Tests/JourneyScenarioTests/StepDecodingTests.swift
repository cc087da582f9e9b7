import Diagnostics
import JourneyLanguage
import JourneyModel
import JourneyScenario
import Testing

/// Each head becomes its kind, and what stands beside it its members.
struct StepDecodingTests {
  @Test func `a screen is checked and answered`() throws {
    let screen = try ScenarioText(
      steps: """
          - screen: password
            optional: true
            forms: {password: present, reset: absent, other: {widgets: [x], only_widgets: [x], messages: none}}
            widgets: {password: {type: password, label: {contains: word}}, captcha: absent, hint: present}
            only_forms: password
            only_widgets: [password, keep]
            messages: {global: none, password: [{contains: wrong, level: error}, Second]}
            branding: {logo: present}
            response: {status: 200, headers: {etag: present}, cookies: {sid: {secure: true}}, duration: {at_most: 2s}, json: {$.a: 1}}
            snapshot: true
            answers: {password: "${account.password}", keep: true, nothing: null, list: [1, 2]}
            press: Continue
        """
    ).screen()
    #expect(screen.isOptional)
    #expect(screen.forms.map(\.id.value) == ["password", "reset", "other"])
    #expect(screen.forms.map(\.state)[1] == .absent)
    #expect(screen.widgets.map(\.id.value) == ["password", "captcha", "hint"])
    #expect(screen.onlyForms?.map(\.value) == ["password"])
    #expect(screen.onlyWidgets?.map(\.value) == ["password", "keep"])
    #expect(screen.branding.map(\.name.value) == ["logo"])
    #expect(screen.response?.status?.rule == .equals(.constant(200, try #require(screen.response?.status?.range))))
    #expect(screen.response?.cookies.map(\.name.value) == ["sid"])
    #expect(screen.snapshot == .byStep)
    #expect(screen.answers.map(\.widget.value) == ["password", "keep", "nothing", "list"])
    #expect(screen.answers[2].value.constant == .null)
    #expect(screen.press?.value.constant == "Continue")
    guard case .some(let messages) = screen.messages else { throw ScenarioText.NotThat() }
    #expect(messages.map(\.scope.value) == ["global", "password", "password"])
    #expect(messages.map(\.level?.value) == [nil, "error", nil])
  }

  @Test(arguments: [
    ("present", "matcher"), ("identification", "ids"), ("[a, b]", "ids"), ("{starts_with: mfa}", "matcher"), ("\"${x}\"", "matcher"),
  ]) func `a screen's id is a text, a list or a matcher`(written: String, kind: String) throws {
    let text = "journey: T\nvars: {x: y}\nsteps:\n  - screen: \(written)\n    messages: any\n"
    guard case .screen(let screen) = try #require(try ScenarioText(text).scenario().steps.first).kind else { throw ScenarioText.NotThat() }
    switch screen.id {
    case .ids: #expect(kind == "ids")
    case .matcher: #expect(kind == "matcher")
    }
  }

  @Test(arguments: [
    ("finish:", StepHead.finish), ("hand_over: present", .handOver), ("error: access_denied", .error), ("expired:", .expired),
    ("reset:", .reset), ("refresh_screen:", .refreshScreen), ("start_again:", .startAgain), ("start_again: {prompt: none}", .startAgain),
    ("open: https://acme.test/x", .open), ("mail: jane@acme.test", .mail), ("sms: \"+1555\"", .sms), ("push: accept", .push),
    ("request: GET https://acme.test", .request), ("run: [make]", .run), ("wait: 30m", .wait), ("wait: \"${account.time}\"", .wait),
    ("check: {account.email: present}", .check), ("either: [[{screen: a}], []]", .either),
    ("repeat: 3\n    steps: [{screen: a}]", .repeated),
  ]) func `every head has its kind`(written: String, head: StepHead) throws {
    #expect(try ScenarioText(steps: "  - \(written)\n").step().kind.head == head)
  }

  @Test func `steps that need tokens follow finish`() throws {
    let steps = try ScenarioText(
      steps: """
          - finish:
            claims: {email: jane}
            scope: {contains: openid}
            access_token: {claims: {sub: present}}
            probes: [rate_limit, logged_out, code_replay, refresh_reuse]
            capture: {old: refresh_token}
          - refresh_tokens:
            refused: invalid_grant
          - userinfo:
            claims: {email: jane}
            name: who
          - revoke:
          - logout:
            redirect: https://app.acme.test/
          - check: {old: present}
        """
    ).steps()
    #expect(steps.map(\.kind.head) == [.finish, .refreshTokens, .userinfo, .revoke, .logout, .check])
    #expect(steps.map(\.id) == ["0", "1", "who", "3", "4", "5"])
    guard case .finish(let finish) = steps[0].kind else { throw ScenarioText.NotThat() }
    #expect(finish.facts.map(\.name.value) == ["claims", "scope", "access_token"])
    #expect(
      finish.probes.map(\.value) == ["refresh_reuse", "code_replay", "logged_out", "rate_limit"],
      "a replayed code may cost the rest its tokens, and many forms may lock the account")
    #expect(steps[0].captures.map(\.source) == [.fact("refresh_token")])
  }

  @Test func `captures say where from`() throws {
    let steps = try ScenarioText(
      steps: """
          - screen: a
            capture:
              value: {widget: w}
              part: {widget: w, form: f, attribute: label, matches: "code is (\\\\d+)"}
              said: {message: global, matches: "(x)"}
              path: {json: $.a.b}
              etag: {header: ETag}
              code: {url: code}
              shared: {fact: shared_secret}
          - mail: "${account.email}"
            capture: {otp: code, other: {code: "(\\\\w+)"}, link: link, welcome: {link: {contains: /welcome/}}}
          - check: {value: present, part: present, said: present, path: present, etag: present, code: present, shared: present}
          - check: {otp: present, other: present, link: present, welcome: present}
        """
    ).steps()
    #expect(
      steps[0].captures.map(\.source) == [
        .widget(id: "w", form: nil, attribute: .known(.value), pattern: nil),
        .widget(id: "w", form: "f", attribute: .known(.label), pattern: "code is (\\d+)"), .message(scope: "global", pattern: "(x)"),
        .json("$.a.b"), .header("ETag"), .url("code"), .fact("shared_secret"),
      ])
    #expect(steps[1].captures.prefix(3).map(\.source) == [.code(pattern: nil), .code(pattern: "(\\w+)"), .link(nil)])
  }

  @Test func `a request has a method, an address and one body`() throws {
    let steps = try ScenarioText(
      steps: """
          - request: POST https://acme.test/${account.email}
            headers: {X-Count: 1}
            json: {all: true, count: 1}
            within: 5s
            response: {status: {any_of: [200, 204]}}
          - request: PUT https://acme.test/
            form: {all: true}
          - request: DELETE https://acme.test/
            text: all
        """
    ).steps()
    let requests = steps.compactMap { if case .request(let request) = $0.kind { request } else { nil } }
    #expect(requests.map(\.method) == ["POST", "PUT", "DELETE"])
    #expect(requests[0].headers.first?.value.constant == .text("1"))
    guard case .json(let json) = requests[0].body, case .form(let form) = requests[1].body, case .text(let text) = requests[2].body
    else { throw ScenarioText.NotThat() }
    #expect(json.constant == .map([.init("all", true), .init("count", 1)]))
    #expect(form.first?.value.constant == .text("true"))
    #expect(text.constant == "all")
    #expect(steps[0].within == .seconds(5))
  }

  @Test func `nested steps have ids of their places, named ones of their names`() throws {
    let steps = try ScenarioText(
      steps: """
          - either:
              - - screen: a
                - repeat: 2
                  steps:
                    - screen: b
              - - screen: c
                  name: third
          - hand_over: present
            steps: [{screen: hosted}]
        """
    ).steps()
    guard case .either(let branches) = steps[0].kind, case .repeated(_, let inner) = branches[0][1].kind,
      case .handOver(let handover) = steps[1].kind
    else { throw ScenarioText.NotThat() }
    #expect(branches[0].map(\.id) == ["0/either/0/0", "0/either/0/1"])
    #expect(inner.map(\.id) == ["0/either/0/1/repeat/0"])
    #expect(branches[1].map(\.id) == ["third"])
    #expect(handover.steps.map(\.id) == ["1/hand_over/0"])
  }

  @Test func `a fragment's steps and parameters stand in its use`() throws {
    let files = MemoryFiles([
      "journeys/_fragments/in.yaml":
        "params: {email: required, domain: acme.test}\nsteps:\n  - use: sub/one.yaml\n  - screen: \"b\"\n    name: last\n",
      "journeys/_fragments/sub/one.yaml": "steps:\n  - screen: a\n    capture: {code: {widget: w}}\n",
    ])
    let steps = try ScenarioText(
      steps: "  - use: _fragments/in.yaml\n    with: {email: \"${account.email}\"}\n  - check: {code: present}\n", files: files
    ).steps()
    guard case .use(let use) = steps[0].kind, case .use(let inner) = use.steps[0].kind else { throw ScenarioText.NotThat() }
    #expect(use.parameters.map(\.name.value) == ["email", "domain"])
    #expect(use.steps.map(\.id) == ["0/use/0", "0/use/last"])
    #expect(inner.steps.map(\.id) == ["0/use/0/use/0"])
  }
}
