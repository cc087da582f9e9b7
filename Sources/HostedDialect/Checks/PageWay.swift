import Encodings
import JourneyModel

/// Something on a page that leads on without anything typed.
struct PageWay: Sendable, Hashable {
  enum Act: Sendable, Hashable {
    /// A form with one of its buttons, or a link; `nil` for the return key.
    case press(FormID, WidgetID?)
    /// An address that the page loads on its own, or that its frames and scripts have.
    case load(WebURL)
    /// Something that only a script answers.
    case script
  }

  let act: Act
  /// What it is, for messages: `'Continue as Jane'`.
  let words: String
  /// What the same way has on another load of the page: nothing that may be random.
  let key: String
  /// Whether it sends a form with a field for a password as it is.
  let sendsPassword: Bool
  /// Whether it is tried where strangers get it, too: it only loads something, which changes nothing at a server that does as it should
  /// (RFC 9110 section 9.2.1), or sends a form that has nothing to fill in.
  let isSafe: Bool

  fileprivate init(_ act: Act, _ words: String, key: String, sendsPassword: Bool = false, isSafe: Bool = true) {
    self.act = act
    self.words = words
    self.key = key
    self.sendsPassword = sendsPassword
    self.isSafe = isSafe
  }
}

extension LoadedPage {
  /// What leads on from it without anything typed, in tree order, what it does on its own first; nothing that signs out.
  var ways: [PageWay] {
    let own = [refresh?.url].compactMap(\.self).map { PageWay(.load($0), "its refresh", key: "refresh") }
    let addresses = scriptAddresses.filter { $0 != refresh?.url }.map { url in
      PageWay(.load(url), "its frame or script with '\(url.path)'", key: "load \(PathTemplate(of: url))")
    }
    return own + addresses + screen.forms.flatMap(ways) + unnamedWays
  }

  private func ways(of form: Form) -> [PageWay] {
    switch reading.targets[form.id] {
    case .link(let place):
      let link = html.links[place]
      guard !link.signsOut, !link.url.isPlace(on: url) || html.runsScripts else { return [] }
      let words = form.label?.visible ?? link.text
      return [PageWay(.press(form.id, nil), "'\(words)'", key: "link \(words.isEmpty ? "\(PathTemplate(of: link.url))" : words)")]
    case .form(let place): return ways(of: form, html.forms[place])
    case .looseForm: return html.looseForm.map { ways(of: form, $0) } ?? []
    case nil: return []
    }
  }

  private func ways(of form: Form, _ pageForm: PageForm) -> [PageWay] {
    let buttons = pageForm.fields.filter { field in
      let control = field.first
      guard control.isSubmitter || control.kind == .button, control.type != "reset", !control.isDisabled else { return false }
      return pageForm.isShown(field, in: form)
    }
    guard !buttons.isEmpty else {
      // A button that is not shown is pressed by the return key.
      guard pageForm.isWritten, !form.signsOut else { return [] }
      let label = form.pressedLabel
      let key = "form \(label) \(pageForm.key(pressing: nil, filledInAs: form))"
      return [PageWay(.press(form.id, nil), "'\(label)'", key: key, sendsPassword: form.asksForPassword, isSafe: form.isBare)]
    }
    return buttons.compactMap { button in
      let label = form.widget(button.id)?.label?.visible ?? button.id.text
      guard !SignOutWords.name(label) else { return nil }
      let control = button.first
      let isOfForm = control.isSubmitter && control.overrides.action == nil && !control.overrides.skipsValidation
      let key = control.isSubmitter ? pageForm.key(pressing: control, filledInAs: form) : ""
      return PageWay(
        .press(form.id, button.id), "'\(label)'", key: "button \(label) \(key)", sendsPassword: isOfForm && form.asksForPassword,
        isSafe: form.isBare)
    }
  }

  /// What a person can reach by the keyboard and no reader of pages takes for a button.
  private var unnamedWays: [PageWay] {
    let controls = Set((html.forms + [html.looseForm].compactMap(\.self)).flatMap(\.controls).map(\.node))
    let links = Set(html.links.map(\.node))
    let tree = html.tree
    return tree.nodes.indices.compactMap { node in
      guard let element = tree.element(node), let index = element["tabindex"], !index.hasPrefix("-"), !tree.nodes[node].isInert,
        !tree.nodes[node].isHidden, !controls.contains(node), !links.contains(node), !PageControl.isUsual(element)
      else { return nil }
      let label = tree.visibleText(of: node)
      return label.isEmpty || SignOutWords.name(label) ? nil : PageWay(.script, "'\(label)'", key: "button \(label) ")
    }
  }
}

extension Form {
  /// Whether it has nothing to fill in.
  fileprivate var isBare: Bool {
    !widgets.contains { widget in
      if case .entry(let entry) = widget.kind { entry.purpose != .hidden } else { !widget.kind.isControl }
    }
  }
}

extension PageForm {
  /// Where it leads, what it has for a server, and what it asks for, without what may be random.
  fileprivate func key(pressing button: PageControl?, filledInAs form: Form) -> String {
    let target = address(of: button?.overrides.action ?? action).map { "\(PathTemplate(of: $0))" } ?? ""
    let hidden = controls.filter { $0.kind == .hidden }.map { control in
      PublicText.isPublic(control.value, named: control.name) ? "\(control.name)=\(control.value)" : control.name
    }
    let entries = form.widgets.compactMap { widget in
      if case .entry(let entry) = widget.kind, entry.purpose != .hidden {
        "\(widget.id)\(entry.isRequired ? "!" : "")\(entry.value == nil ? "" : "=")"
      } else {
        nil
      }
    }
    return ([target] + hidden + entries).joined(separator: " ")
  }
}

extension PageControl {
  /// Whether HTML makes a control of it, so that it may have a place in the order of the keyboard.
  fileprivate static func isUsual(_ element: HTMLElement) -> Bool {
    ["a", "area", "button", "input", "select", "textarea", "summary", "iframe", "body", "main", "form"].contains(element.name)
  }
}
