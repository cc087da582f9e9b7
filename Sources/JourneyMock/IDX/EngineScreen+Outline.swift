import JourneyModel

extension EngineScreen {
  /// What scenarios may name of it: forms, widgets, and what every screen tells beside them.
  var outline: [ScreenOutline.FormOutline] {
    var outlines = forms.map { form in
      ScreenOutline.FormOutline(id: FormID(form.id), aliases: form.aliases, widgets: form.outline + told)
    }
    if !isTerminal {
      outlines.append(ScreenOutline.FormOutline(id: FormID(RemediationKind.cancel.rawValue), widgets: []))
    }
    return outlines
  }

  /// What a client makes a screen of though the tenant's file has none: a journey that is refused.
  static func ends(of flow: Flow, _ dialect: MockDialect) -> [ScreenOutline] {
    let edges = flow.states.flatMap { state in (state.forms + (state.decision.map { [$0] } ?? [])).flatMap(\.edges) }
    let refuses = edges.contains { edge in
      if case .refuse = edge.target { true } else { false }
    }
    return dialect == .idx && refuses ? [ScreenOutline(id: "failure-redirect", forms: [])] : []
  }

  private var told: [ScreenOutline.WidgetOutline] {
    let picture = context.contains { $0.name == "sharedSecret" } ? ["qrcode"] : []
    let fields = forms.flatMap(\.fields)
    let scopes = fields.contains { if case .scopes = $0.kind { true } else { false } } ? ["scopes"] : []
    let question = authenticator == .question && !isEnrolment ? ["enrolledQuestion"] : []
    let names = context.map(\.name) + picture + scopes + question + ["user.identifier", "app.label", "purpose"]
    return names.map { ScreenOutline.WidgetOutline(id: WidgetID($0), type: "static") }
  }
}

extension EngineForm {
  fileprivate var aliases: [FormID] {
    guard let action = kind.action, action.owner != nil else { return provider == nil ? [] : [FormID(kind.rawValue)] }
    return [FormID(action.name)]
  }

  fileprivate var outline: [ScreenOutline.WidgetOutline] {
    fields.flatMap { field in
      field.kind.type.widgets(field.id, isEnrolment: kind.isEnrolment, methods: field.kind.methods).map {
        ScreenOutline.WidgetOutline(id: WidgetID($0.id), type: $0.type)
      }
    }
  }
}

extension EngineField.Kind {
  fileprivate var type: EngineFieldType {
    switch self {
    case .text: .text
    case .password: .password
    case .checkbox: .checkbox
    case .carried: .carried
    case .choice: .choice
    case .decision: .decision
    case .picker: .authenticators
    case .authenticator: .authenticator
    case .questions: .questions
    case .provider: .provider
    case .scopes: .scopes
    }
  }

  /// The methods of the screen's own authenticator that are asked for.
  fileprivate var methods: [String] {
    guard case .authenticator(let methods) = self else { return [] }
    return methods
  }
}
