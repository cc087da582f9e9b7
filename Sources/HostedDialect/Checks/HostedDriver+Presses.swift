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
  /// Only the first few are tried.
  mutating func addressOfScript(toCodeFrom page: LoadedPage, of probe: ProbeKind) async throws(DriverError) -> WebURL? {
    for url in page.scriptAddresses.filter(client.allowed.allows).prefix(Self.mostPresses)
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
  func postsCode(to redirect: WebURL) -> Bool {
    let home = redirect.replacing(query: []).withoutFragment
    return html.forms.contains { form in
      form.addresses.contains { $0.replacing(query: []).withoutFragment == home }
        && form.controls.contains { $0.name == "code" && !$0.value.isEmpty }
    }
  }

  /// Where its frames and scripts may lead on their own; none that signs out. Forms are pressed and links followed as a person does it.
  var scriptAddresses: [WebURL] {
    let others = Set(html.links.map(\.url) + html.forms.flatMap(\.addresses) + [url])
    var known: Set<WebURL> = []
    return targets.filter { !others.contains($0) && !SignOutWords.isPath($0.path) && known.insert($0).inserted }
  }

  /// Whether anything of it may run: scripts, or what elements have for an event.
  var runsScripts: Bool { html.runsScripts || html.hasHandlers }
}

extension PageForm {
  /// Where it and its buttons lead.
  fileprivate var addresses: [WebURL] { ([action] + controls.compactMap(\.overrides.action)).compactMap { address(of: $0) } }
}

extension Form {
  var asksForPassword: Bool {
    widgets.contains { widget in
      if case .entry(let entry) = widget.kind { entry.purpose == .password } else { false }
    }
  }

  /// What a person presses, for messages.
  var pressedLabel: String { pressLabels.first ?? label?.visible ?? id.rawValue }

  var signsOut: Bool { (pressLabels + [label?.visible ?? ""]).contains(where: SignOutWords.name) }
}
