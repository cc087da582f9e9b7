import Encodings
import JourneyClient
import JourneyModel

/// The search of the pages after a logout for something that signs the person in without a password, such as 'Continue as Jane'.
///
/// Everything that leads on without anything typed is followed from the app's request again; of what a stranger's browser gets, too, the
/// first few links and addresses, which change nothing. Where that leads to a code, it has to lead a stranger to one as well.
extension HostedDriver {
  /// Where some ways led.
  private enum WaysEnd {
    case code
    case page(LoadedPage)
    /// Nothing that lets the person in: an error, or a field that has to be filled in.
    case refused
    /// The way is not there any more.
    case gone
    /// The app's request itself gets a code: the last press has signed the person in.
    case signedIn
    case notKnown(String)
  }

  /// A place of the search.
  private struct Found {
    /// The page after the logout.
    let first: LoadedPage
    let page: LoadedPage
    /// By what it was reached.
    let path: [PageWay]
    /// The page that a stranger gets there; `nil` where a stranger gets none.
    let stranger: LoadedPage?
    /// The keys of what strangers get on pages before it.
    let known: Set<String>
  }

  /// How many ways of a page are followed that a stranger does not get.
  private static let mostOwn = 16
  /// How many ways are followed that a stranger gets, too, on a page behind another one.
  private static let mostLaterPresses = 3

  /// What on the page, or one press behind it, still knows the person; `nil` for nothing.
  mutating func problem(ofPageAfterLogout page: LoadedPage) async throws(DriverError) -> String? {
    let stranger = try await strangersPage(after: [])
    var pressed: [PageWay] = []
    if let problem = try await problem(in: Found(first: page, page: page, path: [], stranger: stranger, known: []), &pressed) {
      return problem
    }
    guard !pressed.isEmpty, try await land(by: ordinaryLaunch).answer == .code else { return nil }
    return Self.problem(of: page, by: pressed)
  }

  private mutating func problem(in found: Found, _ pressed: inout [PageWay]) async throws(DriverError) -> String? {
    let (page, stranger) = (found.page, found.stranger)
    if page.postsCode(to: client.redirectURI) { return Self.problem(of: found.first, by: found.path, "its form to the app") }
    let known = found.known.union(stranger?.ways.map(\.key) ?? [])
    let ways = page.ways.filter(isFollowed)
    let own = ways.filter { !known.contains($0.key) }
    if own.count > Self.mostOwn {
      return "it is not known whether the page '\(page.screen.id)' after the logout still knows the person: it has \(own.count) buttons, "
        + "links and forms that a stranger does not get, and no more than \(Self.mostOwn) are tried"
    }
    let shared = ways.filter { !own.contains($0) && $0.isSafe }.filter { way in
      // Of a page behind another one links alone: a form there may order something. Those of the first page are followed from there.
      found.path.isEmpty || page.isLink(way) && !found.first.ways.contains { $0.key == way.key }
    }.prefix(found.path.isEmpty ? Self.mostPresses : Self.mostLaterPresses)
    for way in own {
      if let problem = try await problem(of: way, isOwn: true, in: found, known, &pressed) { return problem }
    }
    for way in shared {
      if let problem = try await problem(of: way, isOwn: false, in: found, known, &pressed) { return problem }
    }
    return engine == nil ? try await problem(ofScriptsOf: found) : nil
  }

  /// What is wrong with where one way leads; `nil` for nothing.
  ///
  /// - Parameter isOwn: whether a stranger does not get it.
  private mutating func problem(
    of way: PageWay, isOwn: Bool, in found: Found, _ known: Set<String>, _ pressed: inout [PageWay]
  ) async throws(DriverError) -> String? {
    let path = found.path + [way]
    switch try await end(of: path) {
    case .code:
      if !isOwn, case .code = try await endForStranger(of: path) { return nil }
      return Self.problem(of: found.first, by: path)
    case .signedIn: return pressed.isEmpty ? Self.comesBack : Self.problem(of: found.first, by: pressed)
    case .notKnown(let why): return isOwn ? Self.unknown(found.page, "whether \(way.words)", why) : nil
    case .page(let next):
      if isOwn { pressed = path }
      guard found.path.isEmpty, isOwn || !next.asksForPassword else { return nil }
      let stranger = isOwn ? nil : try await strangersPage(after: path)
      guard isOwn || stranger != nil else { return nil }
      return try await problem(
        in: Found(first: found.first, page: next, path: path, stranger: stranger, known: isOwn ? known : []), &pressed)
    case .refused, .gone:
      if isOwn { pressed = path }
      return nil
    }
  }

  /// Whether a way stays with the tenant.
  private func isFollowed(_ way: PageWay) -> Bool {
    if case .load(let url) = way.act { client.allowed.allows(url) } else { true }
  }

  private mutating func strangersPage(after path: [PageWay]) async throws(DriverError) -> LoadedPage? {
    if case .page(let page) = try await endForStranger(of: path) { page } else { nil }
  }

  private mutating func endForStranger(of path: [PageWay]) async throws(DriverError) -> WaysEnd {
    try await inEmptyBrowser { other throws(DriverError) in try await other.end(of: path) } ?? .gone
  }

  /// Where these ways lead from the app's request, in this browser.
  private mutating func end(of path: [PageWay]) async throws(DriverError) -> WaysEnd {
    do { return try await follow(path) } catch  where error.kind == .status {
      // Another part of the site is out of order, which has nothing to do with the person.
      return .notKnown(error.message)
    }
  }

  private mutating func follow(_ path: [PageWay]) async throws(DriverError) -> WaysEnd {
    var last = try await land(by: ordinaryLaunch)
    if last.answer == .code { return path.isEmpty ? .code : .signedIn }
    for way in path {
      guard let page = last.page, let again = page.ways.first(where: { $0 == way }) ?? page.ways.first(where: { $0.key == way.key }) else {
        return .gone
      }
      switch again.act {
      case .script: return .notKnown("only a script answers it; 'engine: browser' presses it")
      case .load(let url): last = try await land(PageRequest("probe", url: url, source: page.url), of: .loggedOut)
      case .press(let id, let button):
        guard let form = page.screen.form(id) else { return .gone }
        if form.asksForNewPasswordAlone { return .notKnown("it sets a new password without asking for the old one") }
        if form.lacksEntry, !page.skipsChecks(of: form, button) { return .refused }
        let request: PageRequest
        do { request = try self.request(for: Submission(form: id, submitter: button), form, on: page) } catch {
          try refused(error)
          return page.isAsked(by: form, button) ? .refused : .notKnown(error.message)
        }
        last = try await land(request, of: .loggedOut)
      }
    }
    return end(last.answer, last.page)
  }

  private func end(_ answer: SilentAnswer, _ page: LoadedPage?) -> WaysEnd {
    switch answer {
    case .code: .code
    case .error, .status: .refused
    case .page: page.map { .page($0) } ?? .refused
    case .address, .emptyCallback, .unreadable: .notKnown("it led to \(answer)")
    }
  }

  /// That a script may sign the person in where something is pressed that a stranger does not get, so that nothing is known of it.
  ///
  /// A page that asks for the password may greet the person; any text of another page with scripts may be a button.
  private mutating func problem(ofScriptsOf found: Found) async throws(DriverError) -> String? {
    let page = found.page
    guard page.runsScripts, !page.asksForPassword, let stranger = found.stranger else { return nil }
    guard case .page(let again) = try await end(of: found.path) else { return nil }
    let others = [stranger, try await strangersPage(after: found.path)].compactMap(\.self)
    guard let word = Impression.word(ofEach: [Impression(page), Impression(again)], besides: others.map { Impression($0) }) else {
      return nil
    }
    return Self.unknown(
      page, "whether something", "a stranger does not get '\(word)', and only scripts know what they do; use 'engine: browser'")
  }

  /// - Parameter what: `whether` with what may sign the person in.
  private static func unknown(_ page: LoadedPage, _ what: String, _ why: String) -> String {
    "it is not known \(what) on the page '\(page.screen.id)' after the logout signs the person in: \(why)"
  }

  /// - Parameters:
  ///   - path: what leads to the code.
  ///   - more: what leads there from the page behind it.
  private static func problem(of page: LoadedPage, by path: [PageWay], _ more: String? = nil) -> String {
    let ways = (path.map(\.words) + [more].compactMap(\.self)).joined(separator: ", then ")
    let place = if case .load? = path.first?.act { "" } else { path.isEmpty ? "" : " on it" }
    return "after the logout the page '\(page.screen.id)' still knows the person: \(ways)\(place) gets a code without a password"
  }
}

extension LoadedPage {
  /// Whether a way only asks for another page.
  fileprivate func isLink(_ way: PageWay) -> Bool {
    switch way.act {
    case .load: true
    case .press(let id, _): if case .form? = reading.targets[id] { false } else { true }
    case .script: false
    }
  }

  /// Whether a browser sends a form by this button without looking at what is in it.
  fileprivate func skipsChecks(of form: Form, _ button: WidgetID?) -> Bool {
    guard case .form(let place)? = reading.targets[form.id] else { return false }
    let pageForm = html.forms[place]
    return pageForm.skipsValidation || button.flatMap(pageForm.field)?.first.overrides.skipsValidation ?? false
  }

  /// Whether a form cannot be sent because a person has to fill something in, and not because only a script knows what it does.
  fileprivate func isAsked(by form: Form, _ button: WidgetID?) -> Bool {
    guard !form.widgets.allSatisfy(\.kind.isControl) else { return false }
    guard let button, case .form(let place)? = reading.targets[form.id] else { return button == nil }
    return html.forms[place].field(button)?.first.isSubmitter ?? false
  }
}

extension Form {
  /// Whether a field that has to be filled in is empty.
  fileprivate var lacksEntry: Bool {
    widgets.contains { widget in
      if case .entry(let entry) = widget.kind { entry.isRequired && (entry.value ?? "").isEmpty } else { false }
    }
  }

  /// Whether it asks for a new password, and for nothing else that a person would have to know.
  fileprivate var asksForNewPasswordAlone: Bool {
    let entries = widgets.compactMap { widget in
      if case .entry(let entry) = widget.kind { entry } else { nil }
    }
    return !entries.isEmpty && entries.allSatisfy { $0.purpose == .password && $0.autocomplete == "new-password" }
  }
}
