import JourneyModel
import JourneyRunner
import Testing

/// A place of a run where a tenant, or whoever wrote a scenario, puts a text of their own.
enum HostileField: String, CaseIterable, CustomTestStringConvertible {
  case screenID, formID, formLabel, widgetID, widgetType, label, html, value, placeholder, output, choiceLabel, choiceValue, choiceGroup
  case formAlias, formExtra, widgetExtra, choiceFact, linkForm, linkLabel, linkURL, linkExtra, messageExtra
  case validator, messageText, messageKey, messageLevel, factName, factValue, branding, navigation
  case method, url, purpose, requestHeader, requestBody, headerName, headerValue, body, cookie
  case refusalError, refusalDescription, handoverURL, handoverCause
  case title, file, scenarioDescription, tag, owner, ticket, tenant, app, reason
  case head, excerpt, subject, expected, actual, nearest, detail, breakage, stepLeft, cleanUp, warning, edge, host

  var testDescription: String { rawValue }

  /// A run that failed in every way, with this text in the place and harmless ones everywhere else.
  static func run(_ places: Set<HostileField>, saying text: String) -> SampleRun { HostileRun(places: places, text: text).run }
}

/// Builds the run: every text goes through `at`, which says whether it is the hostile one.
private struct HostileRun {
  let places: Set<HostileField>
  let text: String

  private func at(_ field: HostileField, _ usual: String) -> String { places.contains(field) ? text : usual }

  private var screen: Screen {
    let form = FormID(at(.formID, "form"))
    let id = WidgetID(at(.widgetID, "widget"))
    let entry = Entry(
      value: at(.value, "value"), placeholder: at(.placeholder, "placeholder"),
      validator: [Value.Member("regex", .text(at(.validator, "x")))])
    let choice = Choice(
      value: .text(at(.choiceValue, "en")), label: RichText(at(.choiceLabel, "English")), group: at(.choiceGroup, "languages"))
    let told = Choice(value: .map([]), facts: [Fact(at(.choiceFact, "key"), .text(at(.choiceFact, "phone")))])
    let label = RichText(at(.label, "Label"), html: at(.html, "<b>Label</b>"))
    return Screen(
      id: ScreenID(at(.screenID, "screen")),
      forms: [
        Form(
          id: form, aliases: [FormID(at(.formAlias, "alias"))], label: RichText(at(.formLabel, "Form")),
          widgets: [
            Widget(
              id: id, typeName: at(.widgetType, "input"), label: label, kind: .entry(entry),
              extras: [Value.Member(at(.widgetExtra, "desc"), .text(at(.widgetExtra, "what it is for")))]),
            Widget(id: "language", typeName: "select", label: "Language", kind: .choice(ChoiceList(choices: [choice, told]))),
            Widget(id: "text", typeName: "static", kind: .output(RichText(at(.output, "Output")))),
          ], extras: [Value.Member(at(.formExtra, "kind"), .text(at(.formExtra, "x")))]),
        Form(id: "away", kind: .navigation(at(.navigation, "https://acme.test/away"))),
      ],
      messages: [
        Message(
          level: places.contains(.messageLevel) ? .unknown(text) : .error, text: RichText(at(.messageText, "Wrong.")),
          key: at(.messageKey, "key"), scope: .widget(form, id), links: [link],
          extras: [Value.Member(at(.messageExtra, "params"), .text(at(.messageExtra, "1")))])
      ],
      facts: [Fact(at(.factName, "fact"), .text(at(.factValue, "value")))],
      branding: [Value.Member("title", .text(at(.branding, "Acme")))])
  }

  private var link: MessageLink {
    MessageLink(
      form: FormID(at(.linkForm, "link/1")), label: at(.linkLabel, "Help"), url: at(.linkURL, "https://acme.test/help"),
      extras: [Value.Member(at(.linkExtra, "action"), .text(at(.linkExtra, "x")))])
  }

  private var exchange: Exchange {
    Exchange(
      purpose: at(.purpose, "form password"), method: at(.method, "POST"), url: at(.url, "https://acme.test/flow"),
      requestHeaders: [Exchange.Header("x-request", .text(at(.requestHeader, "one")))],
      requestBody: .json(.map([Value.Member("answer", .text(at(.requestBody, "answer")))])),
      response: Exchange.Answered(
        status: 200, headers: [Exchange.Header(at(.headerName, "x-answer"), .text(at(.headerValue, "two")))],
        body: Array(at(.body, "{}").utf8),
        cookies: [ReceivedCookie(name: at(.cookie, "session"), attributes: [Value.Member("path", .text(at(.cookie, "/")))])]),
      duration: .milliseconds(12))
  }

  private var planned: PlannedScenario {
    PlannedScenario(
      name: at(.title, "Title"), file: at(.file, "journeys/a.yaml"), line: 2, description: at(.scenarioDescription, "what it is"),
      tags: [at(.tag, "smoke")], owner: at(.owner, "team"), ticket: at(.ticket, "A-1"), tenant: at(.tenant, "acme"),
      dialect: "journey-flow", app: at(.app, "web"))
  }

  private var mismatch: Mismatch {
    var mismatch = Mismatch(
      .message, subject: .other(at(.subject, "label of widget 'x'")), expected: at(.expected, "'a'"), actual: at(.actual, "'b'"),
      nearest: at(.nearest, "did you mean 'c'?"), details: [at(.detail, "detail")])
    mismatch.place = Excerpt(file: at(.file, "journeys/a.yaml"), line: 12, column: 9, length: 4, text: at(.excerpt, "    x: password"))
    return mismatch
  }

  private var place: Excerpt {
    Excerpt(file: at(.file, "journeys/a.yaml"), line: 11, column: 5, length: 6, text: at(.excerpt, "  - screen: x"))
  }

  var run: SampleRun {
    var run = SampleRun(host: at(.host, "runner-1"))
    for id in ["failed", "broken", "left", "refused", "flaky", "skipped"] { run.plan(id, planned) }
    walk("failed", .failed([mismatch]), ending: [.screenShown(screen)], verdict: .failed, &run)
    walk(
      "broken", .broken(Breakage(kind: .status, message: at(.breakage, "answered with 503"))), ending: [.screenShown(screen)],
      verdict: .broken, &run)
    let handover = Handover(url: at(.handoverURL, "https://acme.test/hosted"), reason: .server, cause: at(.handoverCause, "a widget"))
    walk("left", .failed([mismatch]), ending: [.handedOver(handover)], verdict: .failed, &run)
    let refusal = OAuthErrorResponse(error: at(.refusalError, "access_denied"), description: at(.refusalDescription, "not today"))
    walk("refused", .failed([mismatch]), ending: [.journeyEnded(.refused(refusal))], verdict: .failed, &run)
    walk("flaky", .failed([mismatch]), ending: [.screenShown(screen)], verdict: nil, &run)
    run.pass("flaky", attempt: 2)
    run.end("flaky", .flaky, attempts: 2)
    run.end("skipped", .skipped(at(.reason, "not today")), attempts: 0, took: .zero)
    run.endRun()
    return run
  }

  private func walk(
    _ id: String, _ outcome: AttemptOutcome.Result, ending: [RunEvent.Kind], verdict: Verdict?, _ run: inout SampleRun
  ) {
    run.walk(id) { run in
      run.add(.stepStarted(StepFacts(head: at(.head, "screen password"), place: place)), step: "0")
      run.add(.exchange(exchange), step: "0")
      for event in ending { run.add(event, step: "0") }
      run.add(.warning(at(.warning, "a warning")), step: "0")
      run.add(.edgeTaken(at(.edge, "a.b.c")), step: "0")
      if case .failed(let mismatches) = outcome { for mismatch in mismatches { run.add(.mismatch(mismatch), step: "0") } }
      var ended = AttemptOutcome(result: outcome, duration: .milliseconds(9), stepsLeft: [at(.stepLeft, "finish")])
      ended.cleanUpProblems = [at(.cleanUp, "a problem")]
      run.add(.attemptEnded(ended))
    }
    if let verdict { run.end(id, verdict) }
  }
}
