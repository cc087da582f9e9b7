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
  /// The environment variable with the password of the person that a scenario signs in; `nil` if no scenario does.
  public private(set) var variable: String?
  /// The person's name in the project; `nil` for none.
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
  /// Throws `SavedPage.Failure` where the page does not exist or has no form, where the wrong password is taken, where the account's is
  /// refused, or where nothing shows that it signs in, and `ProjectRefusal` where its secret is missing.
  ///
  /// - Parameters:
  ///   - site: the address of the page with the sign-in form.
  ///   - user: the name or e-mail address by which a person signs in; `nil` for none.
  ///   - sends: whether the form is sent; else only its page is loaded.
  public init(site: String, user: String?, sends: Bool, _ settings: RunSettings) async throws {
    template = LiveTemplate(site: site)
    template.engine = settings.engine
    template.account = user.map(LiveTemplate.Account.init)
    self.settings = settings
    if sends { try requirePassword() }
    let first = try await walk { driver in try await Self.start(&driver) }
    template.rules = [first.rule]
    guard sends else {
      files = [template.file]
      return
    }
    guard let form = SignInForm(on: first.screen) else { throw SavedPage.Failure(description: first.withoutForm) }
    let (file, page) = try await refusal(by: form)
    var scenarios = [file]
    if let account = template.account { scenarios.append(try await signIn(by: form, as: account, besides: page)) }
    files = scenarios + [template.file]
  }

  /// Says so before anything is sent.
  private func requirePassword() throws {
    guard let account = template.account else { return }
    let project = Project(tenants: template.file.text, settings)
    let missing = (project.unbound[LiveTemplate.tenant] ?? []).contains { $0.id == .notSet }
    guard missing else { return }
    throw SavedPage.Failure(
      description: "the password of '\(account.user)' is missing: run 'read -rs \(account.variable); export \(account.variable)', type it, "
        + "press Enter, then run this command again")
  }

  // MARK: Scenarios

  private static let wrongPassword = "not-a-password-1"

  /// The scenario of a wrong password, and the page after it.
  private mutating func refusal(by form: SignInForm) async throws -> (file: ProjectTemplate.File, page: HTMLPage) {
    let account = template.account
    let name = account?.user ?? (form.takesMail ? "nobody@example.com" : "nobody-here")
    let sent = try await send(form, name: .text(name), password: .text(Self.wrongPassword), isRight: false)
    guard let last = sent.last else { throw SavedPage.Failure(description: "the wrong password led away from the site") }
    if let sign = last.acceptance(since: sent.first) {
      throw last.codeField.map { Self.codeAsked(last, $0, after: "a wrong password") } ?? Self.letIn(last, sign)
    }
    if let sign = try await acceptance(of: last, openedAgain: sent.again) { throw Self.letIn(last, sign) }
    var recording = Recording(title: account == nil ? "An unknown person is refused" : "A wrong password is refused")
    recording.comments = [
      account == nil
        ? "No account has this name: that a wrong password of a known person is refused is not tested."
        : "Each run enters one wrong password for the account: some sites lock an account after a few."
    ]
    recording.account = account?.name
    recording.tags = []
    let origin = account.map { AnswerOrigin.attribute($0.key) } ?? .literal(name)
    var step = RecordedScreen(said(on: last, since: sent.first), volatile: [name])
    if last.isSilent, template.messages.isEmpty {
      step.messages = [RecordedScreen.Message(scope: "global", level: .error, text: nil)]
      template.lacksMessage = true
      recording.comments += [
        "No message that refuses the password was found, so this fails at its last step until tenants.yaml names the element that shows it:",
        "the lines 'messages' there wait for its id or class.",
      ]
      notes.append(Self.missingMessage(recording.title))
    }
    recording.steps = [sent.first.step(form, origin, .literal(Self.wrongPassword)), .screen(step)]
    return (ProjectTemplate.File(path: account == nil ? Self.unknownPath : Self.refusalPath, text: recording.text), last.page)
  }

  private static func missingMessage(_ title: String) -> String {
    """
    nothing on the page after the wrong password is known as a message, so '\(title)' fails until there is one. If the page \
    says why, name the element in journeys/tenants.yaml, below 'pages' and next to 'rules', with its id or class in place of 'its-id':
          messages:
            "#its-id": error
    """
  }

  private static func letIn(_ sight: SiteSight, _ sign: String) -> SavedPage.Failure {
    SavedPage.Failure(
      description: "the site let a wrong password in: after '\(wrongPassword)' came the screen '\(sight.screen.id)', \(sign); "
        + "if that page refuses it all the same, begin with --send-nothing, which writes no scenario",
      isOfServer: true)
  }

  /// The screen after a refusal; where none of its messages is known, what is new on the page is taken for one from then on.
  private mutating func said(on last: SiteSight, since first: SiteSight) -> Screen {
    guard last.isSilent, let selector = PageSelector.ofNewText(in: last.page, since: first.page) else { return last.screen }
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
    if let field = last.codeField { throw Self.codeAsked(last, field, after: "the password in \(account.variable)") }
    if last.rule.fits(refusal), !last.rule.fits(sent.first.page) { throw Self.letIn(last, "as after the right one") }
    var recording = Recording(title: "Sign in")
    recording.account = account.name
    recording.tags = []
    recording.steps = [
      sent.first.step(form, .attribute(account.key), .attribute("password")),
      .screen(RecordedScreen(last.screen, volatile: [account.user])),
    ]
    recording.steps += try await reopening(sent.again, last, sent.first, as: account)
    if recording.steps.count < 3 {
      recording.comments = [
        "Not tested: that the person stays signed in. Opened by its address, the page after the sign-in is a different one."
      ]
      notes.append(
        "opened by its address, the page after the sign-in is a different one, so 'Sign in' does not test that the person stays signed in")
    }
    variable = account.variable
    return ProjectTemplate.File(path: Self.signInPath, text: recording.text)
  }

  /// The steps that open the page after the sign-in again, where that shows the person as before; none where another page comes.
  ///
  /// Throws where the person is signed in no more, and where nothing shows that anybody was: a scenario would pass all the same.
  private func reopening(
    _ again: SiteSight?, _ last: SiteSight, _ first: SiteSight, as account: LiveTemplate.Account
  ) async throws -> [RecordedStep] {
    let mark = last.signOut.flatMap { $0.matches(in: first.page) ? nil : $0 }
    guard let path = last.path else {
      if mark != nil { return [] }
      throw Self.unproven(account, "the page could not be opened again by its address")
    }
    let isSame = again.map { template.names($0.page) == last.screen.id }
    // A page of a signed-in person may offer to sign in as another one: then it does so both times.
    if let again, again.isOfNobody, isSame != true || !last.isOfNobody { throw Self.lost(account, last, again, path) }
    if mark == nil, isSame != true {
      throw Self.unproven(
        account,
        isSame == nil ? "the page could not be opened again by its address" : "opened again at '\(path)', the page is a different one")
    }
    if let anyones = try await anyones(path), last.rule.fits(anyones.page) {
      throw Self.unproven(account, "anyone gets a page like it at '\(path)'", by: mark)
    }
    guard isSame == true, var again else { return [] }
    again.screen.id = last.screen.id
    return [.open(.literal(path)), .screen(RecordedScreen(again.screen, volatile: [account.user]))]
  }

  /// What an empty browser gets at a path; `nil` for no page.
  private func anyones(_ path: String) async throws -> SiteSight? {
    try await walk { driver in
      _ = try await Self.start(&driver)
      return await Self.open(path, &driver)
    }
  }

  /// What shows that a page with a message is one of a signed-in person all the same: the browser that sent the wrong password gets it
  /// again, and an empty one does not.
  private func acceptance(of last: SiteSight, openedAgain again: SiteSight?) async throws -> String? {
    guard last.mayBeSignedIn, let path = last.path, let again, last.rule.fits(again.page), let anyones = try await anyones(path),
      !last.rule.fits(anyones.page)
    else { return nil }
    let says = last.errors.map { "'\($0.text.visible)'" }.joined(separator: ", ")
    return
      "which says \(says): opened again at '\(path)' it is there, and an empty browser gets the screen '\(anyones.rule.id)' in its place"
  }

  /// The first of two steps, of which only a person can do the second one.
  private static func codeAsked(_ sight: SiteSight, _ field: String, after what: String) -> SavedPage.Failure {
    SavedPage.Failure(
      description:
        "after \(what) the page '\(sight.name)' asks for a code in '\(field)', and only a person gets one, so nothing shows here "
        + "whether the password was taken: \(wayOut)")
  }

  private static let wayOut = "begin with --send-nothing, and 'journey record' writes a scenario of what you do"

  private static func lost(
    _ account: LiveTemplate.Account, _ last: SiteSight, _ again: SiteSight, _ path: String
  ) -> SavedPage.Failure {
    SavedPage.Failure(
      description:
        "'\(account.user)' does not stay signed in: opened again at '\(path)'\(last.hasQuery ? " without its query" : ""), the page "
        + "asks who the person is"
        + (again.likelyCause.map { "; likely cause: \($0)" } ?? "") + "; if that is right for this site, \(wayOut)",
      isOfServer: true)
  }

  /// - Parameter mark: what signs out on the page; `nil` for nothing.
  private static func unproven(
    _ account: LiveTemplate.Account, _ reason: String, by mark: PageSelector? = nil
  ) -> SavedPage.Failure {
    let signOut = mark.map { "'\($0)' to sign out" } ?? "no link or button to sign out that an id, a class or an address selects"
    return SavedPage.Failure(
      description: "nothing shows that '\(account.user)' is signed in: the page after the password has \(signOut), and \(reason); "
        + "if the page has something else that only a signed-in user sees, \(wayOut)",
      isOfServer: true)
  }

  // MARK: The walk

  /// What sending the form led to.
  private struct Sent: Sendable {
    var first: SiteSight
    /// `nil` where it led away from the site.
    var last: SiteSight?
    /// The page that came when the last one was opened by its path.
    var again: SiteSight?
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
      if let last = sent.last, isRight ? !last.isRefused : last.mayBeSignedIn { sent.again = await Self.open(last.path, &driver) }
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
  private mutating func nameSignedIn(_ last: inout SiteSight, since first: SiteSight) {
    last.rule.id = "signed-in"
    guard let selector = last.signOut, !selector.matches(in: first.page) else { return }
    // The heading may greet the person by name.
    (last.rule.has, last.rule.h1, last.rule.title) = ([selector], nil, nil)
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

  private static func start(_ driver: inout HostedDriver) async throws -> SiteSight {
    let turn = try await driver.perform(.start(StartParameters()))
    guard let sight = sight(of: turn, driver) else { throw SavedPage.Failure(description: "the site shows no page", isOfServer: true) }
    return sight
  }

  /// The page at a path of the site; `nil` where none comes.
  private static func open(_ path: String?, _ driver: inout HostedDriver) async -> SiteSight? {
    guard let path else { return nil }
    let link = Secret(path, name: "link", source: .project)
    do { return sight(of: try await driver.perform(.open(link: link, elsewhere: false)), driver) } catch { return nil }
  }

  private static func sight(of turn: Turn, _ driver: HostedDriver) -> SiteSight? {
    guard case .screen(let screen) = turn.now, case .page(let page, _, let status)? = driver.sighting else { return nil }
    var rule = PageRules.proposed(for: page)
    rule.status = status >= 400 ? status : nil
    var sight = SiteSight(screen: screen, page: page, rule: rule, status: status)
    (sight.silentRefusal, sight.likelyCause, sight.refusedRequest) = (turn.silentRefusal, turn.likelyCause, turn.refusedRequest)
    (sight.findings, sight.signOut) = (turn.findings, driver.signOutSelector)
    sight.hasNewCookie = turn.exchanges.contains { $0.response?.headers.contains { $0.name.asciiLowercased == "set-cookie" } ?? false }
    sight.isRefused = status >= 400 || sight.isRefusal || sight.lossOfSignIn != nil
    return sight
  }
}

extension LiveTemplate {
  /// What its rules call a page.
  fileprivate func names(_ page: HTMLPage) -> ScreenID { PageRules(screens: rules).id(of: page) }
}

extension Value {
  fileprivate var answer: AnswerValue {
    switch self {
    case .secret(let secret): .secret(secret)
    default: .text(text ?? "")
    }
  }
}
