import Encodings
import JourneyModel
import ModelCoding

extension IDXMapping {
  /// A form with its widgets, under an id that no other form of the screen has (sheet sections 3.2 and 3.5).
  mutating func form(_ wire: IDXForm, taken: [FormID: IDXForm]) -> Form {
    var form = Form(id: Self.free(Self.id(of: wire), taken), aliases: Self.aliases(of: wire))
    let authenticator = authenticator(of: wire)
    form.authenticator = authenticator.map(Authenticator.init)
    form.widgets = widgets(wire.fields, of: IDXFormContext(form: form.id, authenticator: authenticator, wire: wire))
    form.kind = Self.kind(of: wire, isAsked: form.widgets.contains { $0.kind.takesAnswer && !$0.kind.isReadOnly })
    if let name = wire.providerName { form.label = RichText("Sign in with \(name)") }
    for path in wire.relatesTo where response.resolve(path) == nil {
      warn("form '\(form.id)' relates to '\(path)', which is not there")
    }
    return form
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
      } else if wire.name == "redirect-idp" {
        [wire.providerID == nil ? nil : wire.name, wire.type, wire.type == "X509" ? "piv-idp" : nil, wire.providerName]
      } else {
        [wire.isPoll && wire.name != "poll" ? "poll" : nil]
      }
    return names.compactMap { name in name.map { FormID($0) } }
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

extension Authenticator {
  init(_ wire: IDXAuthenticator) {
    self.init(
      key: wire.key, type: wire.type ?? "", label: wire.displayName, methods: wire.methods,
      profile: wire.profile.map { Value.Member($0.name, Value($0.value)) })
  }
}
