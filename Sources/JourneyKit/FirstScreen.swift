import Diagnostics
import Encodings
import JourneyClient
import JourneyModel
import JourneyRecording
import JourneyReports
import ModelCoding

/// The screen with which a tenant begins a journey, in any dialect, with the ids that a scenario names.
public struct FirstScreen: Sendable {
  private let tenant: String
  private let account: String?
  /// The account's attributes; empty without an account.
  private let attributes: [String]
  private let now: Turn.Now
  private let redactor: Redactor

  /// Begins a journey and asks for nothing more.
  ///
  /// Throws `ProjectRefusal` where the project is wrong, has no such tenant or no such account, and `SavedPage.Failure` where the
  /// tenant shows nothing.
  ///
  /// - Parameters:
  ///   - account: the person whose attributes are matched to the fields; `nil` for none.
  ///   - start: the keys of `start`.
  public init(of tenant: String, account: String?, start: [String: String] = [:], app: String? = nil, _ settings: RunSettings) async throws
  {
    let project = JourneyRun.project(settings)
    let site = project.sites[tenant]
    if let account, let site, site.accounts[account] == nil { throw ProjectRefusal(diagnostics: [site.missing(account: account)]) }
    let keys = start.sorted { $0.key < $1.key }.map { Value.Member($0.key, .text($0.value)) }
    var redactor = Redactor(of: site)
    let turn = try await withJourney(on: tenant, app: app, settings) { [redactor] journey in
      do throws(DriverError) { return try await journey.driver.perform(.start(StartParameters(keys: keys))) } catch {
        throw SavedPage.Failure(
          description: redactor.redacted(error.message), isOfServer: error.kind != .forbidden && error.kind != .impossible)
      }
    }
    for secret in turn.learned { redactor.learn(secret) }
    var attributes: [String] = []
    if case .map(let members)? = account.flatMap({ site?.accounts[$0] }) { attributes = members.map(\.name) }
    self.init(turn.now, of: tenant, account: account, attributes: attributes, redactor)
  }

  /// What a tenant made of a journey that began.
  init(_ now: Turn.Now, of tenant: String, account: String? = nil, attributes: [String] = [], _ redactor: Redactor = Redactor()) {
    self.now = now
    self.tenant = tenant
    self.account = account
    self.attributes = attributes
    self.redactor = redactor
  }

  /// The screen drawn, then its ids in a table: forms, widgets with type, label and whether they are required, options, messages.
  public func text(usesColour: Bool) -> String {
    switch now {
    case .screen(let screen):
      redactor.redacted(
        DrawnScreen.text(of: screen, followedBy: [""] + ScreenTable(screen, attributes, account).lines, usesColour: usesColour))
    case .handover(let handover): redactor.redacted("The journey leaves for \(ConcealedURL.text(of: handover.url)).\n")
    case .ended(.refused(let refusal)):
      redactor.redacted(
        "No screen is shown: the tenant refuses the journey with '\(refusal.error)'"
          + (refusal.description.map { ": \($0)" } ?? "") + ".\n\(Self.advice(refusal.error, tenant))\n")
    case .ended(.expired(let status, let messages)):
      redactor.redacted(
        "No screen is shown: the session is refused as expired, with status \(status).\n"
          + ScreenTable.lines(of: messages).map { $0 + "\n" }.joined())
    case .ended(.completed), .ended(.finished): "No screen is shown: the journey is complete as soon as it begins.\n"
    }
  }

  /// What to do about a refusal. The errors of 'prompt=none' are those of OpenID Connect Core 1.0, section 3.1.2.6.
  private static func advice(_ error: String, _ tenant: String) -> String {
    switch error {
    case "login_required", "interaction_required", "consent_required", "account_selection_required":
      "A tenant answers this if a journey begins with 'prompt=none' and needs a screen: begin it without 'prompt=none'."
    default: "Look at 'client' and 'issuer' of '\(tenant)' in tenants.yaml."
    }
  }

  /// What a tenant makes of a journey that begins.
  public enum Outcome: Sendable, Hashable {
    /// It shows a screen.
    case screen
    /// It needs none: the user is signed in already, or goes on at a web page.
    case noScreen
    /// It refuses the journey, or the session, before it shows anything.
    case refused
  }

  public var outcome: Outcome {
    switch now {
    case .screen: .screen
    case .handover, .ended(.completed), .ended(.finished): .noScreen
    case .ended(.refused), .ended(.expired): .refused
    }
  }

  /// The screen as one line of JSON, as in the event log; else `{handover}` or `{end}`, also as there.
  public var json: String {
    let json: JSONValue =
      switch now {
      case .screen(let screen): screen.json
      case .handover(let handover): ["handover": handover.json]
      case .ended(let end): ["end": end.json]
      }
    return redactor.redacted(JSONWriter.text(of: json)) + "\n"
  }
}

extension Redactor {
  /// Hides a tenant's own secrets.
  init(of site: TenantSite?) {
    self.init()
    for secret in site?.ownSecrets ?? [] { learnClosely(secret, isOfLiveTenant: site?.isLive ?? false) }
  }
}

/// What a scenario can name on a screen, a line each.
private struct ScreenTable {
  let screen: Screen
  let attributes: [String]
  let account: String?

  init(_ screen: Screen, _ attributes: [String], _ account: String?) {
    self.screen = screen
    self.attributes = attributes
    self.account = account
  }

  var lines: [String] {
    var lines: [String] = []
    for form in screen.forms {
      lines.append(
        "form \(form.id)" + (form.pressLabels.isEmpty ? "" : ": press " + form.pressLabels.map { "'\($0)'" }.joined(separator: ", ")))
      for widget in form.everyWidget where widget.kind.takesAnswer { lines.append("  " + line(widget, in: form)) }
    }
    return lines + Self.lines(of: screen.messages)
  }

  /// Messages with where they belong, what they are, and by which key the server knows them.
  static func lines(of messages: [Message]) -> [String] {
    messages.map { message in
      "message \(message.scope.written): \(message.level.text) '\(message.text.visible)'" + (message.key.map { " (\($0))" } ?? "")
    }
  }

  private func line(_ widget: Widget, in form: Form) -> String {
    var parts = ["\(widget.id): {type: \(widget.typeName)"]
    if let label = widget.label?.visible { parts.append("label: '\(label)'") }
    if widget.kind.isRequired { parts.append("required: true") }
    if !widget.isVisible { parts.append("visible: false") }
    var line = parts.joined(separator: ", ") + "}"
    if case .choice(let list) = widget.kind {
      line += "  options: " + list.choices.map { $0.label?.visible ?? $0.value.quoted }.joined(separator: ", ")
    }
    if case .attribute(let names) = FieldPurpose(of: widget, in: form), let name = names.first(where: attributes.contains), let account {
      line += "  \(account): ${account.\(name)}"
    }
    return line
  }
}

extension Message.Scope {
  fileprivate var written: String {
    switch self {
    case .page, .form: "global"
    case .widget(_, let widget): widget.text
    }
  }
}
