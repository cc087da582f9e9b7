import Encodings
import JourneyClient
import JourneyModel

/// Going on from a page without anything typed, for probes.
extension HostedDriver {
  /// How many buttons and links of a page are pressed.
  static let mostPresses = 8

  /// What on a page leads to a code where it is pressed, or waited for, in this browser, in words; `nil` for nothing.
  ///
  /// What signs out is not pressed, nor anything of a form that asks for a password.
  mutating func labelOfPress(toCodeFrom page: LoadedPage, of probe: ProbeKind) async throws(DriverError) -> String? {
    if page.postsCode(to: client.redirectURI) { return "its form to the app" }
    for form in page.screen.forms.filter({ !$0.asksForPassword && !$0.signsOut }).prefix(Self.mostPresses) {
      guard let request = try pressing(form, on: page) else { continue }
      if try await land(request, of: probe).answer == .code { return "'\(form.pressedLabel)'" }
    }
    guard let refresh = page.refresh?.url, client.allowed.allows(refresh) else { return nil }
    return try await land(PageRequest("refresh", url: refresh, source: page.url), of: probe).answer == .code ? "a refresh" : nil
  }

  /// The address in a frame or a script of a page that leads to a code in this browser; `nil` for none.
  ///
  /// Only the first few of the tenant's own are tried, and none that signs out.
  ///
  /// - Parameter stranger: the page that anybody gets, whose addresses are not tried.
  mutating func addressOfScript(
    toCodeFrom page: LoadedPage, besides stranger: LoadedPage? = nil, of probe: ProbeKind
  ) async throws(DriverError) -> WebURL? {
    // Forms are pressed, and links followed, as a person does it.
    let links = Set(page.html.links.map(\.url) + page.html.formAddresses + (stranger?.targets ?? []))
    let written = page.targets.filter { url in
      !links.contains(url) && url != page.url && client.allowed.allows(url) && !SignOutWords.isPath(url.path)
    }
    for url in written.prefix(Self.mostPresses)
    where try await land(PageRequest("probe", url: url, source: page.url), of: probe).answer == .code { return url }
    return nil
  }

  /// The request of a form with nothing typed into it; `nil` where a person has to fill something in.
  mutating func pressing(_ form: Form, on page: LoadedPage) throws(DriverError) -> PageRequest? {
    do throws(DriverError) { return try request(for: Submission(form: form.id, answers: []), form, on: page) } catch {
      try refused(error)
      return nil
    }
  }
}

extension LoadedPage {
  /// Whether a form is the way back to the app, with a code in a field (OAuth 2.0 Form Post Response Mode).
  fileprivate func postsCode(to redirect: WebURL) -> Bool {
    let home = redirect.replacing(query: []).withoutFragment
    return html.forms.contains { form in
      let targets = ([form.action] + form.controls.compactMap(\.overrides.action)).compactMap { form.address(of: $0) }
      return targets.contains { $0.replacing(query: []).withoutFragment == home }
        && form.controls.contains { $0.name == "code" && !$0.value.isEmpty }
    }
  }

  /// Whether anything of it may run: scripts, or what elements have for an event.
  var runsScripts: Bool { html.runsScripts || html.hasHandlers }
}

/// A button that only a script answers.
struct ScriptedButton: Hashable, Sendable {
  /// What a person reads or hears, or the name of its element.
  let label: String
  /// What the element has apart from its text; without values, which may be others each time.
  private let attributes: [String]

  fileprivate init(_ control: PageControl, _ names: AccessibleNames, in tree: HTMLTree) {
    label = names.name(of: control) ?? (control.value.isEmpty ? tree.name(control.node) : control.value)
    attributes = (tree.element(control.node)?.attributes ?? []).map(\.name).sorted()
  }
}

extension HTMLPage {
  /// Where its forms and their buttons lead.
  fileprivate var formAddresses: [WebURL] {
    forms.flatMap { form in ([form.action] + form.controls.compactMap(\.overrides.action)).compactMap { form.address(of: $0) } }
  }

  /// Its buttons that only a script answers, in forms or outside of them.
  var scriptedButtons: [ScriptedButton] {
    let names = AccessibleNames(tree)
    let controls = (forms + [looseForm].compactMap(\.self)).flatMap(\.controls)
    return controls.filter { $0.kind == .button && $0.type != "reset" && !tree.nodes[$0.node].isHidden }.map {
      ScriptedButton($0, names, in: tree)
    }
  }
}

extension Form {
  var asksForPassword: Bool {
    widgets.contains { widget in
      if case .entry(let entry) = widget.kind { entry.purpose == .password } else { false }
    }
  }

  /// What a person presses, for messages.
  var pressedLabel: String { pressLabels.first ?? label?.visible ?? id.rawValue }

  fileprivate var signsOut: Bool { (pressLabels + [label?.visible ?? ""]).contains(where: SignOutWords.name) }
}
