import Encodings
import JourneyMock
import JourneyModel

extension IDXScreenRule {
  /// What scenarios may name of it: forms, widgets, and the facts of every screen.
  ///
  /// - Parameter messages: the tenant's messages; a link of any of them may be on any screen.
  func outline(_ messages: [IDXMessageRule]) -> [ScreenOutline.FormOutline] {
    var outlines = forms.map { form in
      ScreenOutline.FormOutline(id: FormID(form.id), aliases: form.aliases, widgets: form.outline + told)
    }
    let names = messages.flatMap(\.linkNames)
    for (number, name) in names.enumerated() {
      outlines.append(ScreenOutline.FormOutline(id: FormID(name), aliases: [FormID("link/\(number + 1)")], widgets: told))
    }
    if !isTerminal {
      outlines.append(ScreenOutline.FormOutline(id: FormID(RemediationKind.cancel.rawValue), widgets: []))
    }
    return outlines
  }

  /// What any screen may show: of the person, the app, the authenticator that is used and the one that is recovered.
  private static let everywhere = [
    "user.identifier", "user.profile.firstName", "user.profile.lastName", "app.label", "app.termsOfService", "app.privacyPolicy", "intent",
    "profile.email", "profile.phoneNumber", "profile.deviceName", "purpose", "links", "recoveryAuthenticator.key",
    "recoveryAuthenticator.type", "recoveryAuthenticator.displayName", "recoveryAuthenticator.methods",
  ]

  private var told: [ScreenOutline.WidgetOutline] {
    let picture = context.contains { $0.name == "sharedSecret" } ? ["qrcode"] : []
    let tellsScopes = forms.contains {
      $0.kind != .granularConsent && $0.fields.contains { if case .scopes = $0.kind { true } else { false } }
    }
    let scopes = tellsScopes ? ["scopes"] : []
    let question = authenticator == .question && !isEnrolment ? ["enrolledQuestion"] : []
    let asked = challenge.map { $0.name == "challengeMethod" ? $0.name : "challenge.\($0.name)" }
    let device = isSetUpOnDevice ? ["selectedChannel", "qrcode"] : []
    let names = context.map(\.name) + picture + device + scopes + question + asked + Self.everywhere
    return names.map { ScreenOutline.WidgetOutline(id: WidgetID($0), type: "static") }
  }
}

extension IDXFormRule {
  fileprivate var aliases: [FormID] {
    guard let action = kind.action, action.owner != nil else {
      guard provider != nil else { return kind.isPolled ? ["poll"] : [] }
      // A provider is also called by its kind and name, where these hold no account's texts.
      let names = (fields.first.map { $0.values + $0.labels } ?? []).compactMap(\.constant)
      return [FormID(kind.rawValue)] + names.map { FormID($0) }
    }
    return [FormID(kind.wireName)]
  }

  fileprivate var outline: [ScreenOutline.WidgetOutline] {
    fields.flatMap { field -> [ScreenOutline.WidgetOutline] in
      if case .scopes(let options) = field.kind, kind == .granularConsent {
        return options.map { ScreenOutline.WidgetOutline(id: WidgetID(path: field.path + [$0.value]), type: "checkbox") }
      }
      guard field.isVisible else { return [ScreenOutline.WidgetOutline(id: WidgetID(field.id), type: "hidden")] }
      return field.kind.type.widgets(field.id, isEnrolment: kind.isEnrolment, methods: field.kind.methods).map {
        ScreenOutline.WidgetOutline(id: WidgetID($0.id), type: $0.type)
      }
    }
  }
}

extension IDXFieldRule.Kind {
  fileprivate var type: IDXFieldType {
    switch self {
    case .text: .text
    case .password: .password
    case .checkbox: .checkbox
    case .carried: .carried
    case .choice: .choice
    case .decision: .decision
    case .picker: .authenticators
    case .authenticator: .authenticator
    case .channel: .channel
    case .questions: .questions
    case .provider: .provider
    case .scopes: .scopes
    case .ceremony: .ceremony
    }
  }

  /// The requested methods of the screen's own authenticator.
  fileprivate var methods: [String] {
    guard case .authenticator(let methods) = self else { return [] }
    return methods
  }
}

extension IDXMessageRule {
  /// What a client calls the links that it offers, and what its button does.
  fileprivate var linkNames: [String] {
    var names: [String] = []
    for offer in offers {
      if offer.name == "deviceRemediation", let action = offer.value["value"]?["action"]?.stringValue {
        names += ["device-remediation/\(action)", action]
      }
      for link in offer.value.arrayValue ?? [] { names += [link["label"]?.stringValue, key].compactMap(\.self) }
    }
    return names
  }
}
