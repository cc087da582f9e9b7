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
  /// The person's name in the project; `nil` for nobody.
  public var account: String? { template.account?.name }
  /// Whether there is anything to run.
  public var hasScenarios: Bool { files.count > 1 }

  private static let refusalPath = "journeys/wrong-password.yaml"
  private static let unknownPath = "journeys/unknown-person.yaml"
  private static let signInPath = "journeys/sign-in.yaml"
  /// The files that a project may begin with.
  public static let paths = [refusalPath, unknownPath, signInPath, LiveTemplate(site: "").file.path]

  private var template: LiveTemplate
  private let settings: RunSettings

  /// Loads the site's first page, and sends its sign-in form: once with a wrong password of the account and once with the right one; without
  /// an account only once, with a name that the site cannot know.
  ///
  /// Throws `SavedPage.Failure` where there is no such page, where the wrong password is taken, or where the account's is refused, and
  /// `ProjectRefusal` where its secret is missing.
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
      let (file, page) = try await refusal(by: form)
      scenarios.append(file)
      if let account = template.account { scenarios.append(try await signIn(by: form, as: account, besides: page)) }
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

  /// The scenario of a wrong password, and the page after it.
  private mutating func refusal(by form: SignInForm) async throws -> (file: ProjectTemplate.File, page: HTMLPage) {
    let account = template.account
    let name = account?.user ?? (form.takesMail ? "nobody@example.com" : "nobody-here")
    let sent = try await send(form, name: .text(name), password: .text(Self.wrongPassword), isRight: false)
    guard let last = sent.last else { throw SavedPage.Failure(description: "the wrong password led away from the site") }
    if let sign = last.acceptance(since: sent.first) { throw Self.letIn(last, sign) }
    var recording = Recording(title: account == nil ? "An unknown person is refused" : "A wrong password is refused")
    recording.comments = [
      account == nil
        ? "Nobody has this name: that a wrong password of a known person is refused is not tested."
        : "Each run costs the account one wrong attempt: some sites lock an account after a few."
    ]
    recording.account = account?.name
    recording.tags = []
    let origin = account.map { AnswerOrigin.attribute($0.key) } ?? .literal(name)
    recording.steps = [
      sent.first.step(form, origin, .literal(Self.wrongPassword)),
      .screen(RecordedScreen(said(on: last, since: sent.first), volatile: [name])),
    ]
    if last.silentRefusal != nil, template.messages.isEmpty {
      recording.comments += [
        "The site's message is not known as one: name its element in tenants.yaml, below 'pages', e.g. 'messages: {\"#toast\": error}',",
        "and expect its text in the last step, e.g. 'messages: {global: Wrong name or password.}'.",
      ]
      notes.append("nothing on the page after the wrong password is known as a message, so that scenario fails until there is one")
    }
    return (ProjectTemplate.File(path: account == nil ? Self.unknownPath : Self.refusalPath, text: recording.text), last.page)
  }

  private static func letIn(_ sight: Sight, _ sign: String) -> SavedPage.Failure {
    SavedPage.Failure(
      description: "the site let a wrong password in: after '\(wrongPassword)' came the screen '\(sight.screen.id)', \(sign); "
        + "if that page refuses it all the same, begin with --send-nothing and without --user, which writes no scenario",
      isOfServer: true)
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

  /// - Parameter refusal: the page after the wrong password.
  private mutating func signIn(
    by form: SignInForm, as account: LiveTemplate.Account, besides refusal: HTMLPage
  ) async throws -> ProjectTemplate.File {
    let people = Project(tenants: template.file.text, settings).sites[LiveTemplate.tenant]?.accounts[account.name]
    let password = people?["password"] ?? .text("")
    let sent = try await send(form, name: .text(account.user), password: password, isRight: true)
    guard let last = sent.last else {
      throw SavedPage.Failure(description: "the password in \(account.variable) led away from the site", isOfServer: true)
    }
    guard !last.isRefused else { throw SavedPage.Failure(description: last.refusal(of: account), isOfServer: true) }
    if last.rule.fits(refusal), !last.rule.fits(sent.first.page) { throw Self.letIn(last, "as after the right one") }
    var recording = Recording(title: "Sign in")
    recording.account = account.name
    recording.tags = []
    recording.steps = [
      sent.first.step(form, .attribute(account.key), .attribute("password")),
      .screen(RecordedScreen(last.screen, volatile: [account.user])),
    ]
    if var again = sent.again?.screen, let page = sent.again?.page, let path = last.path, template.names(page) == last.screen.id {
      again.id = last.screen.id
      recording.steps += [.open(.literal(path)), .screen(RecordedScreen(again, volatile: [account.user]))]
    } else {
      notes.append(
        "opened by its address, the page after the sign-in is a different one, so 'Sign in' does not test that the person stays signed in")
    }
    variable = account.variable
    return ProjectTemplate.File(path: Self.signInPath, text: recording.text)
  }

  // MARK: The walk

  /// What sending the form led to.
  private struct Sent: Sendable {
    var first: Sight
    /// `nil` where it led away from the site.
    var last: Sight?
    /// The page that came when the last one was opened by its path.
    var again: Sight?
  }

  /// Sends the form; what the pages are called and what the checks found is in the template then.
  ///
  /// - Parameter isRight: whether the password is the account's, so that the page after it is that of a signed-in person.
  private mutating func send(_ form: SignInForm, name: Value, password: Value, isRight: Bool) async throws -> Sent {
    let submission = Submission(
      form: form.id, answers: [Answer(widget: form.name, value: name.answer), Answer(widget: form.password, value: password.answer)])
    var sent = try await walk(needsValues: isRight) { driver in
      var sent = Sent(first: try await Self.start(&driver))
      sent.last = Self.sight(of: try await driver.perform(.submit(submission)), driver)
      if isRight, let last = sent.last, !last.isRefused { sent.again = await Self.open(last.path, &driver) }
      return sent
    }
    guard var last = sent.last else { return sent }
    keep(sent.first.findings + last.findings + (sent.again?.findings ?? []))
    if last.screen.id == sent.first.screen.id {
      sent.last?.isRefused = isRight
      return sent
    }
    if isRight { nameSignedIn(&last, since: sent.first) }
    last.screen.id = ScreenID(last.rule.id)
    // A rule that fits the page with the form, too, comes after that page's own.
    template.rules.insert(last.rule, at: last.rule.fits(sent.first.page) ? template.rules.endIndex : 0)
    sent.last = last
    return sent
  }

  /// Names the page of a signed-in person, by what signs out if there is such a thing.
  private mutating func nameSignedIn(_ last: inout Sight, since first: Sight) {
    last.rule.id = "signed-in"
    if let selector = last.signOut, !selector.matches(in: first.page) {
      // The heading may greet the person by name.
      (last.rule.has, last.rule.h1, last.rule.title) = ([selector], nil, nil)
    } else {
      notes.append(
        "the page after the sign-in has no link or button to sign out that an id, a class or an address selects: "
          + "add to its rule in tenants.yaml what only a signed-in user sees")
    }
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

  /// The page at a path of the site; `nil` where none comes.
  private static func open(_ path: String?, _ driver: inout HostedDriver) async -> Sight? {
    guard let path else { return nil }
    let link = Secret(path, name: "link", source: .project)
    do { return sight(of: try await driver.perform(.open(link: link, elsewhere: false)), driver) } catch { return nil }
  }

  private static func sight(of turn: Turn, _ driver: HostedDriver) -> Sight? {
    guard case .screen(let screen) = turn.now, case .page(let page, _, let status)? = driver.sighting else { return nil }
    var rule = PageRules.proposed(for: page)
    rule.status = status >= 400 ? status : nil
    var sight = Sight(screen: screen, page: page, rule: rule, status: status)
    (sight.silentRefusal, sight.likelyCause) = (turn.silentRefusal, turn.likelyCause)
    (sight.findings, sight.signOut) = (turn.findings, driver.signOutSelector)
    sight.hasNewCookie = turn.exchanges.contains { $0.response?.headers.contains { $0.name.asciiLowercased == "set-cookie" } ?? false }
    sight.isRefused = status >= 400 || !sight.errors.isEmpty || sight.lossOfSignIn != nil
    return sight
  }
}

/// A page as the walk saw it.
private struct Sight: Sendable {
  var screen: Screen
  var page: HTMLPage
  var rule: PageRule
  var status: Int
  var silentRefusal: String?
  var likelyCause: String?
  /// Whether a response on the way to it set a cookie.
  var hasNewCookie = false
  /// Whether the page is no answer to a right password.
  var isRefused = false
  var findings: [TokenCheck] = []
  /// What selects its link or button to sign out.
  var signOut: PageSelector?

  /// The messages that a step has to expect.
  var errors: [Message] { screen.messages.filter(\.level.mustBeExpected) }

  /// Why nobody is signed in though the password was taken.
  var lossOfSignIn: String? { findings.first { $0.name == FlowCheck.signInKept.rawValue }?.problem }

  /// Where it is, for a step that opens it; `nil` for a path with a token.
  var path: String? {
    guard rule.path?.description.contains("/:") == false, !page.url.path.contains(";") else { return nil }
    return page.url.path.isEmpty ? "/" : page.url.path
  }

  func step(_ form: SignInForm, _ name: AnswerOrigin, _ password: AnswerOrigin) -> RecordedStep {
    var step = RecordedScreen(id: rule.id)
    step.answers = [RecordedScreen.Answer(form.name.text, name), RecordedScreen.Answer(form.password.text, password)]
    return .screen(step)
  }

  /// What shows that the page takes a wrong password for a right one; `nil` where it refuses it, or asks again.
  func acceptance(since first: Sight) -> String? {
    guard status < 400, errors.isEmpty else { return nil }
    if let signOut, !signOut.matches(in: first.page) { return "which has '\(signOut)' to sign out" }
    return screen.asksForPassword ? nil : "which has no form for a password and no message that refuses it"
  }

  /// Why the account's password led to no signed-in page.
  func refusal(of account: LiveTemplate.Account) -> String {
    if !errors.isEmpty {
      return "the site does not take the password in \(account.variable): "
        + errors.map { "'\($0.text.visible)'" }.joined(separator: ", ")
    }
    let cause = lossOfSignIn ?? likelyCause ?? (status >= 400 ? "the page after it has status \(status)" : silence)
    return "'\(account.user)' is not signed in with the password in \(account.variable): \(cause)"
  }

  /// A page that says nothing.
  private var silence: String {
    (silentRefusal ?? "the page after it has the name of the page with the form, '\(screen.id)'")
      + (hasNewCookie ? "" : ", and no cookie was set")
  }
}

extension PageRule {
  fileprivate func fits(_ page: HTMLPage) -> Bool { PageRules(screens: [self]).id(of: page).text == id }
}

extension LiveTemplate {
  /// What its rules call a page.
  fileprivate func names(_ page: HTMLPage) -> ScreenID { PageRules(screens: rules).id(of: page) }
}

extension Screen {
  /// Whether a form of it asks for a password that somebody has already.
  fileprivate var asksForPassword: Bool {
    forms.contains { form in
      !form.asksForNewPassword
        && form.fields.contains { widget in
          if case .entry(let entry) = widget.kind { widget.isVisible && entry.purpose == .password } else { false }
        }
    }
  }
}

/// The form of a page by which a person signs in with a name and a password.
private struct SignInForm: Sendable {
  let id: FormID
  let name: WidgetID
  let password: WidgetID
  /// Whether people sign in by their e-mail address, as far as the field says.
  let takesMail: Bool

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
      takesMail = names.first { ["email", "username"].contains($0) } == "email"
    } else {
      takesMail = false
    }
  }
}

extension Value {
  fileprivate var answer: AnswerValue {
    switch self {
    case .secret(let secret): .secret(secret)
    default: .text(text ?? "")
    }
  }
}
