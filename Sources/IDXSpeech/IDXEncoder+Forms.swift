import Encodings
import JourneyMock

extension IDXEncoder {
  /// A remediation or an action.
  func form(_ form: IDXFormRule) -> JSONValue {
    guard let path = form.kind.path else { return navigation(form) }
    var members: [JSONValue.Member] = [
      .init("rel", ["create-form"]), .init("name", .string(form.kind.wireName)),
    ]
    if form.kind.concernsDevice, !screen.challenge.isEmpty { members.append(.init("relatesTo", ["authenticatorChallenge"])) }
    if form.kind.concernsAuthenticator, let owner { members.append(.init("relatesTo", [.string("$.\(owner)")])) }
    members += [
      .init("href", .string(world.orgAddress + IDXPath.remediations + path)), .init("method", "POST"),
      .init("produces", .string(IDXEncoder.mediaType)),
    ]
    if form.kind.isPolled { members.append(.init("refresh", 4000)) }
    members.append(.init("value", .array(fields(of: form) + [Self.stateHandle(handle)])))
    members.append(.init("accepts", "application/json; okta-version=1.0.0"))
    for field in form.fields where form.kind != .granularConsent {
      guard case .scopes(let options) = field.kind else { continue }
      members.append(.init("scopes", .array(options.map { scope($0) })))
    }
    return .object(members)
  }

  static let mediaType = "application/ion+json; okta-version=1.0.0"

  /// A link that a browser follows: it has no `rel`, and nothing to send.
  private func navigation(_ form: IDXFormRule) -> JSONValue {
    let id = form.provider ?? ""
    let field = form.fields.first
    let address = world.orgAddress + IDXPath.provider + PercentEncoding.encodeComponent(id)
    return [
      "name": .string(form.kind.rawValue), "type": .string(field.flatMap { text($0.values) } ?? "OIDC"),
      "idp": ["id": .string(id), "name": .string(field.flatMap { text($0.labels) } ?? id)],
      "href": .string(address + "?stateToken=" + PercentEncoding.encodeComponent(handle)), "method": "GET",
    ]
  }

  private func scope(_ option: IDXOptionRule) -> JSONValue {
    let label = text(option.labels) ?? option.value
    let description = text(option.descriptions) ?? label
    return ["name": .string(option.value), "label": .string(label), "value": .string(option.value), "desc": .string(description)]
  }

  /// The form that begins the journey again.
  static func cancel(_ handle: String, in world: WorldState) -> JSONValue {
    [
      "rel": ["create-form"], "name": "cancel", "href": .string(world.orgAddress + IDXPath.remediations + "cancel"), "method": "POST",
      "produces": .string(mediaType), "value": [stateHandle(handle)], "accepts": "application/json; okta-version=1.0.0",
    ]
  }

  /// The handle that a form carries.
  private static func stateHandle(_ handle: String) -> JSONValue {
    ["name": "stateHandle", "required": true, "value": .string(handle), "visible": false, "mutable": false]
  }

  /// The fields as they are nested: those whose ids have the same beginning are in one object.
  private func fields(of form: IDXFormRule) -> [JSONValue] {
    let shown = form.fields.filter { truth.holds($0.condition) }
    var values: [JSONValue] = []
    var done: Set<String> = []
    for field in shown {
      guard field.path.count > 1 else {
        if let value = value(of: field, named: field.id, in: form) { values.append(value) }
        continue
      }
      let head = field.path[0]
      // An existing profile is completed one attribute at a time.
      let group = form.kind == .profileUpdate ? [field] : shown.filter { $0.path.count > 1 && $0.path[0] == head }
      guard form.kind == .profileUpdate || done.insert(head).inserted else { continue }
      values.append(object(head, of: group, in: form))
    }
    return values
  }

  private func object(_ name: String, of group: [IDXFieldRule], in form: IDXFormRule) -> JSONValue {
    let inner = group.compactMap { value(of: $0, named: $0.path.dropFirst().joined(separator: "."), in: form) }
    var members: [JSONValue.Member] = [
      .init("name", .string(name)), .init("type", "object"), .init("form", ["value": .array(inner)]),
    ]
    if group.contains(where: \.isRequired) { members.append(.init("required", true)) }
    return .object(members)
  }

  /// A field; `nil` for what is elsewhere in the form.
  private func value(of field: IDXFieldRule, named name: String, in form: IDXFormRule) -> JSONValue? {
    var members: [JSONValue.Member] = [.init("name", .string(name))]
    if let label = text(field.labels) { members.append(.init("label", .string(label))) }
    // In an object of credentials what is required is said of the object.
    let isSaidOutside = field.path.count > 1 && field.path[0] == "credentials" && !(screen.authenticator?.isOfAnotherVendor ?? false)
    if field.isRequired, !isSaidOutside { members.append(.init("required", true)) }
    if !field.isVisible { members.append(.init("visible", false)) }
    let default_ = text(field.values).map { JSONValue.string($0) }
    switch field.kind {
    case .text: if let default_ { members.append(.init("value", default_)) }
    case .password: members.append(.init("secret", true))
    case .checkbox:
      members.append(.init("type", "boolean"))
      // One that is set beforehand is always sent (okta/okta-signin-widget, `post-auth-keep-me-signed-in.json`).
      if let default_ { members += [.init("required", true), .init("value", .bool(default_ == "true")), .init("mutable", true)] }
    case .carried:
      members += [.init("required", true), .init("mutable", false), .init("visible", false), .init("value", default_ ?? "")]
    case .choice(let options): members.append(.init("options", .array(self.options(options) { .string($0) })))
    case .decision(let options):
      members.append(.init("type", "boolean"))
      if !options.isEmpty { members.append(.init("options", .array(self.options(options) { .bool($0 == "true") }))) }
    case .picker(let options): members += [.init("type", "object"), .init("options", .array(pickers(options, in: form)))]
    case .authenticator(let methods): members += authenticator(asking: methods, in: form)
    case .channel(let options): members += channel(options, field, in: form)
    case .questions(let questions):
      members += [.init("type", "object"), .init("required", true), .init("options", .array(self.questions(questions, field, in: form)))]
    case .ceremony(let ceremony):
      let inner: [JSONValue] = ceremony.fields.map { part in
        .object(
          [.init("name", .string(part.name)), .init("label", .string(part.label)), .init("required", true), .init("visible", false)]
            + messages(on: "\(field.id).\(part.name)", of: form))
      }
      members += [.init("type", "object"), .init("form", ["value": .array(inner)]), .init("required", true)]
    case .scopes(let options) where form.kind == .granularConsent:
      members.append(.init("form", ["value": .array(options.asked(in: session).map { box($0) })]))
    case .provider, .scopes: return nil
    }
    return .object(members + messages(on: field.id, of: form))
  }

  /// A scope as a box that is ticked; one that is fixed is only shown. Dots of its name are part of it.
  private func box(_ option: IDXOptionRule) -> JSONValue {
    var members: [JSONValue.Member] = [.init("name", .string(option.value))]
    if let label = text(option.labels) { members.append(.init("label", .string(label))) }
    if let description = text(option.descriptions) { members.append(.init("desc", .string(description))) }
    return .object(
      members + [
        .init("type", "boolean"), .init("required", true), .init("value", true), .init("visible", true),
        .init("mutable", .bool(!option.isFixed)),
      ])
  }

  func options(_ options: [IDXOptionRule], _ value: (String) -> JSONValue) -> [JSONValue] {
    options.filter { truth.holds($0.condition) }.map { option in
      ["label": .string(text(option.labels) ?? option.value), "value": value(option.value)]
    }
  }

  /// A question of the list, or one's own: two sets of fields, of which one is sent.
  private func questions(_ questions: [IDXOptionRule], _ field: IDXFieldRule, in form: IDXFormRule) -> [JSONValue] {
    func answer() -> JSONValue {
      .object(
        [.init("name", "answer"), .init("label", "Answer"), .init("required", true), .init("secret", true)]
          + messages(on: "\(field.id).answer", of: form))
    }
    let list: JSONValue = [
      "name": "questionKey", "type": "string", "label": "Choose a security question", "required": true,
      "options": .array(options(questions) { .string($0) }),
    ]
    let own: JSONValue = ["name": "questionKey", "required": true, "value": "custom", "mutable": false]
    let question: JSONValue = ["name": "question", "label": "Create a security question", "required": true]
    return [
      ["label": "Choose a security question", "value": ["form": ["value": [list, answer()]]]],
      ["label": "Create my own security question", "value": ["form": ["value": [own, question, answer()]]]],
    ]
  }
}

extension [IDXOptionRule] {
  /// The scopes among these for which the app asked: others are not the person's to give.
  func asked(in session: Session) -> [IDXOptionRule] {
    let scopes = session.request.scope.split(separator: " ")
    return filter { option in scopes.contains { $0 == option.value } }
  }
}
