import Encodings
import JourneyModel
import ModelCoding

extension IDXMapping {
  /// A form with its widgets, under an id that no other form of the screen has.
  mutating func form(_ wire: IDXForm, taken: [FormID: IDXForm]) -> Form {
    var form = Form(id: Self.free(Self.id(of: wire), taken), aliases: Self.aliases(of: wire))
    let authenticator = authenticator(of: wire)
    form.authenticator = authenticator.map(Authenticator.init)
    form.widgets = widgets(wire.fields, of: IDXFormContext(form: form.id, authenticator: authenticator, wire: wire))
    form.kind = Self.kind(of: wire, isAsked: form.widgets.contains { $0.kind.takesAnswer && !$0.kind.isReadOnly })
    form.label = label(of: wire)
    form.extras = extras(of: wire)
    check(wire, form.id)
    return form
  }

  /// The server's own text for the form's button; hardly ever present.
  ///
  /// The texts that the vendor's widget writes on buttons, such as "Sign in with Google", are its own and not on the wire.
  private func label(of wire: IDXForm) -> RichText? {
    // The one form of whose button the vendor's widget takes the text from here.
    guard wire.name == "enroll-profile" else { return nil }
    return response.resolve("uiDisplay")?["buttonLabel"]?.stringValue.map { RichText($0) }
  }

  /// Unread members of the form, and of its fields that are not widgets, after the field's id.
  private func extras(of wire: IDXForm) -> [Value.Member] {
    let own = wire.extras.map { Value.Member($0.name, Value($0.value)) }
    return own + wire.fields.flatMap { $0.extrasWithoutWidget }
  }

  /// Warns of relations of the form that lead nowhere.
  private mutating func check(_ wire: IDXForm, _ id: FormID) {
    for path in wire.relatesTo where response.resolve(path) == nil { warn("form '\(id)' relates to '\(path)', which is not there") }
    check(wire.strayRelation, of: "form '\(id)'")
    for field in wire.fields.everyField {
      if let path = field.relatesTo, response.resolve(path) == nil {
        warn("field '\(field.id)' of form '\(id)' relates to '\(path)', which is not there")
      }
      check(field.strayRelation, of: "field '\(field.id)' of form '\(id)'")
      for option in field.options { check(option.strayRelation, of: "an option of '\(field.id)' in form '\(id)'") }
      if field.isVoid { warn("field '\(field.id)' of form '\(id)' cannot be changed and has no value; it is left out") }
      for path in field.options.compactMap(\.relatesTo) where response.resolve(path) == nil {
        warn("an option of '\(field.id)' in form '\(id)' relates to '\(path)', which is not there")
      }
    }
  }

  private mutating func check(_ relation: IDXStrayRelation?, of what: String) {
    guard let relation else { return }
    warn("'relatesTo' of \(what) is \(relation.kind) and no path, so what it relates to is not known")
  }

  private static func kind(of wire: IDXForm, isAsked: Bool) -> Form.Kind {
    if !wire.isSent { return .navigation(wire.href ?? "") }
    if wire.isPoll { return .poll(every: .milliseconds(interval(wire.refresh))) }
    return isAsked ? .input : .action
  }

  static func interval(_ refresh: Int?) -> Int {
    let limits = IDXLimits.pollInterval
    return min(max(refresh ?? IDXLimits.usualPollInterval, limits.lowerBound), limits.upperBound)
  }

  private static func id(of wire: IDXForm) -> FormID {
    if let place = wire.place {
      return FormID(place.owner.map { "\($0)-\(place.property)" } ?? place.property)
    }
    return FormID(wire.name == "redirect-idp" ? wire.providerID.map { "redirect-idp/\($0)" } ?? wire.name : wire.name)
  }

  private static func aliases(of wire: IDXForm) -> [FormID] {
    let names: [String?] =
      if wire.place?.owner != nil {
        [wire.name]
      } else if wire.leadsToProvider {
        [
          id(of: wire) == FormID(wire.name) ? nil : wire.name, wire.type, wire.name != "piv-idp" && wire.type == "X509" ? "piv-idp" : nil,
          wire.providerName, wire.name == "redirect-idp" ? nil : wire.providerID,
        ]
      } else {
        [wire.isPoll && wire.name != "poll" ? "poll" : nil]
      }
    var aliases: [FormID] = []
    for case let name? in names where !name.isEmpty && !aliases.contains(FormID(name)) { aliases.append(FormID(name)) }
    return aliases
  }

  private static func free(_ id: FormID, _ taken: [FormID: IDXForm]) -> FormID {
    var free = id
    var number = 2
    while taken[free] != nil {
      free = FormID("\(id)#\(number)")
      number += 1
    }
    return free
  }
}

extension IDXField {
  /// Its options of any kind.
  fileprivate var options: [IDXOption] {
    switch content {
    case .options(let options), .forms(let options): options
    case .display(let display): display.options
    case .value, .form: []
    }
  }

  /// The labels and extras of the field and of those in it that no widget shows; an object's label is the heading above its fields.
  fileprivate var extrasWithoutWidget: [Value.Member] {
    var own = extras.map { Value.Member("\(id).\($0.name)", Value($0.value)) }
    if let label, !label.isEmpty { own.insert(Value.Member("\(id).label", .text(label)), at: 0) }
    switch content {
    case .form(let fields): return ceremony == nil ? own + fields.flatMap(\.extrasWithoutWidget) : []
    case .value, .options, .display, .forms: return isWidget ? [] : own
    }
  }
}

extension Authenticator {
  init(_ wire: IDXAuthenticator) {
    self.init(
      key: wire.key, type: wire.type ?? "", label: wire.displayName, methods: wire.methods,
      profile: wire.profile.map { Value.Member($0.name, Value($0.value)) })
  }
}
