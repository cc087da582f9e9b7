import Encodings
import TenantDecisions
import TenantImport

/// What the device is.
extension OktaConditions {
  mutating func device(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    let registered = object.flag(path["registered"])
    let managed = object.flag(path["managed"])
    for name in ["registered", "managed"] where object.value(path[name])?.boolValue != nil {
      object.mark(path[name], .open, "known on the device only: session.device")
    }
    let state: Rule =
      switch (registered, managed) {
      case (false?, true?): .allOf([isOne("session.device", ["managed"]), registeredToo()])
      case (_, true?): isOne("session.device", ["managed"])
      case (true?, nil): isOne("session.device", ["registered", "managed"])
      case (true?, false?):
        .anyOf([
          isOne("session.device", ["registered"]),
          .allOf([
            isOne("session.device", ["managed"]),
            flags.condition(
              "managed too", name: "managed_devices_too", text: "a rule for devices that are not managed takes managed ones too"),
          ]),
        ])
      case (false?, _):
        .anyOf([
          isOne("session.device", ["unknown"]), registeredToo(),
        ])
      case (nil, false?):
        .anyOf([
          isOne("session.device", ["unknown", "registered"]),
          flags.condition(
            "managed too", name: "managed_devices_too", text: "a rule for devices that are not managed takes managed ones too"),
        ])
      case (nil, nil): .always
      }
    let assured = each(path["assurance"]["include"], &object) { $0.assurance($1, $2, &$3) }
    return .allOf([state, assured ?? .always])
  }

  private mutating func registeredToo() -> Rule {
    flags.condition(
      "registered too", name: "registered_devices_too", text: "a rule for devices that are not registered takes all devices")
  }

  private mutating func assurance(_ id: String, _ path: MemberPath, _ object: inout SourceObject) -> Rule {
    guard let assurance = names.assurances[id] else { return missing("device assurance", id, path, &object) }
    object.mark(path, .open, "checked on the device: an open flag")
    return flags.condition(
      "assurance \(id)", name: "device \(assurance.name)",
      text: "the device passes '\(assurance.name)', \(assurance.digest)")
  }
}
