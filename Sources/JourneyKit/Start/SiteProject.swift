import Diagnostics
import Encodings
import HostedDialect
import JourneyClient
import JourneyModel
import JourneyRecording

/// A project that begins with a web site: the rules of its pages, and scenarios of a sign-in that were walked once while it was written.
public struct SiteProject: Sendable {
  /// In the order in which a reader should look at them.
  public private(set) var files: [ProjectTemplate.File] = []
  /// What was found on the way, a sentence each.
  public private(set) var notes: [String] = []
  /// The environment variable with the password of the person whom a scenario signs in; `nil` where none does.
  public private(set) var variable: String?
  /// Whether there is anything to run.
  public var hasScenarios: Bool { files.count > 1 }

  private static let refusalPath = "journeys/wrong-password.yaml"
  private static let signInPath = "journeys/sign-in.yaml"
  /// The files that a project may begin with.
  public static let paths = [refusalPath, signInPath, LiveTemplate(site: "").file.path]

  private var template: LiveTemplate
  private let settings: RunSettings

  /// Loads the site's first page, and sends its sign-in form: once with a wrong password of a person whom the site cannot know, and
  /// once as the account, if there is one.
  ///
  /// Throws `SavedPage.Failure` where there is no such page, or where the account's password is refused, and `ProjectRefusal` where its
  /// secret is missing.
  ///
  /// - Parameters:
  ///   - site: the address of the page with the sign-in form.
  ///   - user: the name or e-mail address by which a person signs in; `nil` for nobody.
  ///   - sends: whether the form is sent; else only its page is loaded.
  public init(site: String, user: String?, sends: Bool, _ settings: RunSettings) async throws {
    template = LiveTemplate(site: site)
    template.engine = settings.engine
    template.account = user.map(LiveTemplate.Account.init)
    self.settings = settings
    try requirePassword()
    let first = try await walk { driver in try await Self.start(&driver) }
    template.rules = [first.rule]
    guard let form = SignInForm(on: first.screen) else {
      notes.append(
        "the page has no form with a name and a password, so no scenario was written: 'journey record' writes one of what you do")
      files = [template.file]
      return
    }
    var scenarios: [ProjectTemplate.File] = []
    if sends {
      scenarios.append(try await refusal(by: form))
      if let account = template.account { scenarios.append(try await signIn(by: form, as: account)) }
    }
    files = scenarios + [template.file]
  }

  /// Says so before anything is sent.
  private func requirePassword() throws {
    guard let account = template.account else { return }
    let project = Project(tenants: template.file.text, settings)
    let missing = (project.unbound[LiveTemplate.tenant] ?? []).contains { $0.id == .notSet }
    guard missing else { return }
    throw SavedPage.Failure(
      description: "the password of '\(account.user)' is missing: run 'export \(account.variable)=…' with it, then this command again")
  }

  // MARK: Scenarios

  private static let wrongPassword = "not-a-password-1"

  private mutating func refusal(by form: SignInForm) async throws -> ProjectTemplate.File {
    let name = form.takesMail(template.account?.user) ? "nobody@example.com" : "nobody-here"
    let (first, last) = try await send(form, name: .text(name), password: .text(Self.wrongPassword), needsValues: false)
    var recording = Recording(title: "A wrong password is refused")
    recording.tags = []
    recording.steps = [first.step(form, .literal(name), .literal(Self.wrongPassword))]
    guard let last else { throw SavedPage.Failure(description: "the wrong password led away from the site") }
    recording.steps.append(.screen(RecordedScreen(said(on: last, since: first), volatile: [name])))
    if last.silentRefusal != nil, template.messages.isEmpty {
      recording.comments.append("The site's message is not known as one: name its element in tenants.yaml, under 'pages', 'messages'.")
      notes.append("nothing on the page after the wrong password is known as a message, so that scenario fails until there is one")
    }
    return ProjectTemplate.File(path: Self.refusalPath, text: recording.text)
  }

  /// The screen after a refusal; where none of its messages is known, what is new on the page is taken for one from then on.
  private mutating func said(on last: Sight, since first: Sight) -> Screen {
    guard last.silentRefusal != nil, let selector = PageSelector.ofNewText(in: last.page, since: first.page) else { return last.screen }
    template.messages = [selector]
    let rules = PageRules(messages: [PageMessageRule(selector: selector, level: .error)])
    var screen = PageReader(rules: rules).read(last.page).screen
    screen.id = last.screen.id
    return screen
  }

  private mutating func signIn(by form: SignInForm, as account: LiveTemplate.Account) async throws -> ProjectTemplate.File {
    let people = Project(tenants: template.file.text, settings).sites[LiveTemplate.tenant]?.accounts[account.name]
    let password = people?["password"] ?? .text("")
    let (first, last) = try await send(form, name: .text(account.user), password: password, needsValues: true)
    guard let last, !last.isRefused else {
      let said = (last?.screen.messages ?? []).filter(\.level.mustBeExpected).map { "'\($0.text.visible)'" }
      throw SavedPage.Failure(
        description: "the site does not take the password in \(account.variable)"
          + (said.isEmpty ? "" : ": \(said.joined(separator: ", "))"),
        isOfServer: true)
    }
    var recording = Recording(title: "Sign in")
    recording.account = account.name
    recording.tags = []
    recording.steps = [
      first.step(form, .attribute(account.key), .attribute("password")), .screen(RecordedScreen(last.screen, volatile: [account.user])),
    ]
    variable = account.variable
    return ProjectTemplate.File(path: Self.signInPath, text: recording.text)
  }

  // MARK: The walk

  /// A page as the walk saw it.
  private struct Sight: Sendable {
    var screen: Screen
    var page: HTMLPage
    var rule: PageRule
    var silentRefusal: String?
    /// Whether the page is no answer to a right password.
    var isRefused = false
    var findings: [TokenCheck] = []

    func step(_ form: SignInForm, _ name: AnswerOrigin, _ password: AnswerOrigin) -> RecordedStep {
      var step = RecordedScreen(id: rule.id)
      step.answers = [RecordedScreen.Answer(form.name.text, name), RecordedScreen.Answer(form.password.text, password)]
      return .screen(step)
    }
  }

  /// Sends the form; what the pages are called and what the checks found is in the template then.
  private mutating func send(
    _ form: SignInForm, name: Value, password: Value, needsValues: Bool
  ) async throws -> (first: Sight, last: Sight?) {
    let submission = Submission(
      form: form.id, answers: [Answer(widget: form.name, value: name.answer), Answer(widget: form.password, value: password.answer)])
    let (first, turn) = try await walk(needsValues: needsValues) { driver in
      let first = try await Self.start(&driver)
      let turn = try await driver.perform(.submit(submission))
      return (first, (sight: Self.sight(of: turn, driver), signOut: driver.signOutSelector))
    }
    guard var last = turn.sight else { return (first, nil) }
    keep(first.findings + last.findings)
    if last.screen.id == first.screen.id {
      last.isRefused = needsValues
      return (first, last)
    }
    if needsValues {
      last.rule.id = "signed-in"
      if let selector = turn.signOut {
        // The heading may greet the person by name.
        (last.rule.has, last.rule.h1, last.rule.title) = ([selector], nil, nil)
      } else {
        notes.append(
          "the page after the sign-in has no link or button to sign out: add to its rule in tenants.yaml what only a signed-in user sees")
      }
    }
    last.screen.id = ScreenID(last.rule.id)
    template.rules.insert(last.rule, at: 0)
    return (first, last)
  }

  private mutating func keep(_ findings: [TokenCheck]) {
    for finding in findings {
      guard let problem = finding.problem, FlowCheck(rawValue: finding.name) != nil, finding.name != FlowCheck.signInKept.rawValue else {
        continue
      }
      let note = "check '\(finding.name)': \(problem)"
      if !notes.contains(note) { notes.append(note) }
      template.skipped.insert(finding.name)
    }
  }

  private func walk<Outcome: Sendable>(
    needsValues: Bool = false, _ body: @Sendable (inout HostedDriver) async throws -> Outcome
  ) async throws -> Outcome {
    var settings = settings
    settings.needsValues = needsValues
    return try await withJourney(in: Project(tenants: template.file.text, settings), on: LiveTemplate.tenant, settings) { journey in
      guard var driver = journey.driver as? HostedDriver else { throw SavedPage.Failure(description: "the site has no pages") }
      do { return try await body(&driver) } catch let error as DriverError {
        let again = error.message.contains("'engine: browser'") ? "; repeat the command with --engine browser" : ""
        throw SavedPage.Failure(
          description: error.message + again, isOfServer: error.kind != .forbidden && error.kind != .impossible)
      }
    }
  }

  private static func start(_ driver: inout HostedDriver) async throws -> Sight {
    let turn = try await driver.perform(.start(StartParameters()))
    guard let sight = sight(of: turn, driver) else { throw SavedPage.Failure(description: "the site shows no page", isOfServer: true) }
    return sight
  }

  private static func sight(of turn: Turn, _ driver: HostedDriver) -> Sight? {
    guard case .screen(let screen) = turn.now, case .page(let page, _, let status)? = driver.sighting else { return nil }
    var rule = PageRules.proposed(for: page)
    rule.status = status >= 400 ? status : nil
    var sight = Sight(screen: screen, page: page, rule: rule, silentRefusal: turn.silentRefusal, findings: turn.findings)
    sight.isRefused =
      status >= 400 || screen.messages.contains(where: \.level.mustBeExpected)
      || turn.findings.contains { $0.name == FlowCheck.signInKept.rawValue }
    return sight
  }
}

/// The form of a page by which a person signs in with a name and a password.
private struct SignInForm: Sendable {
  let id: FormID
  let name: WidgetID
  let password: WidgetID
  private let asksForMail: Bool

  init?(on screen: Screen) {
    guard let found = screen.forms.lazy.compactMap(SignInForm.init).first else { return nil }
    self = found
  }

  private init?(_ form: Form) {
    guard !form.asksForNewPassword else { return nil }
    let entries = form.fields.compactMap { widget -> (widget: Widget, purpose: Entry.Purpose)? in
      if case .entry(let entry) = widget.kind, widget.isVisible { (widget, entry.purpose) } else { nil }
    }
    guard let password = entries.first(where: { $0.purpose == .password }),
      let name = entries.first(where: { [.text, .email, .phone].contains($0.purpose) })
    else { return nil }
    (id, self.name, self.password) = (form.id, name.widget.id, password.widget.id)
    if case .attribute(let names) = FieldPurpose(of: name.widget, in: form) {
      asksForMail = names.first { ["email", "username"].contains($0) } == "email"
    } else {
      asksForMail = false
    }
  }

  /// Whether people sign in by their e-mail address, as far as the field or somebody's name says.
  func takesMail(_ user: String?) -> Bool { user.map { $0.contains("@") } ?? asksForMail }
}

extension Value {
  fileprivate var answer: AnswerValue {
    switch self {
    case .secret(let secret): .secret(secret)
    default: .text(text ?? "")
    }
  }
}
