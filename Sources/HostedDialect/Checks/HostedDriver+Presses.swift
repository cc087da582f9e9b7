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

  /// The labels of buttons on a page that only a script answers, but for those that sign out.
  static func labelsOfScriptButtons(on page: LoadedPage) -> [String] {
    let tree = page.html.tree
    return tree.elements(named: ["button", "input"]).compactMap { node -> String? in
      guard let element = tree.element(node), !tree.nodes[node].isHidden else { return nil }
      let isButton = element.word("type") == "button"
      let isAlone = element.name == "button" && tree.ancestor(of: node, named: "form") == nil && element["form"] == nil
      guard isButton || isAlone else { return nil }
      let label = element.name == "input" ? element["value"] ?? "" : tree.visibleText(of: node)
      return label.isEmpty || SignOutWords.name(label) ? nil : label
    }
  }

  /// The address in a frame or a script of a page that leads to a code in this browser; `nil` for none.
  ///
  /// Only the first few of the tenant's own are tried, and none that signs out.
  mutating func addressOfScript(toCodeFrom page: LoadedPage, of probe: ProbeKind) async throws(DriverError) -> WebURL? {
    let links = Set(page.html.links.map(\.url))
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

  /// Where its frames are loaded from.
  var frameAddresses: [WebURL] {
    let tree = html.tree
    return tree.elements(named: ["iframe", "frame", "object", "embed"]).compactMap { node in
      let element = tree.element(node)
      return (element?["src"] ?? element?["data"]).flatMap(html.base.following)
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
