/// Members of policies, rules and authenticators that say nothing where they are empty, by their paths without places in lists.
///
/// What is empty and not one of these may mean something, as `{"possession": {}}` does: it is not understood.
enum OktaEmptyMembers {
  /// With `[]` for a list, `{}` for an object and `""` for a text, behind `[*]` for an item of a list.
  static let all: Set<String> = Set(roots + conditions + demands + other)

  private static let roots = ["conditions{}", "actions{}", "settings{}", "_embedded{}"]

  private static let conditions: [String] =
    [
      "people{}", "people.users{}", "people.users.exclude[]", "people.groups{}", "people.groups.exclude[]", "userType{}",
      "userType.include[]", "userType.exclude[]", "network.include[]", "network.exclude[]", "device{}", "device.assurance{}",
      "device.assurance.include[]", "platform{}", "platform.include[]", "platform.exclude[]", "platform.include.os.expression\"\"",
      "platform.exclude.os.expression\"\"", "risk{}", "risk.behaviors[]", "identityProvider.idpIds[]", "app{}", "app.include[]",
      "app.exclude[]", "userIdentifier.patterns[]",
    ].map { "conditions.\($0)" }

  private static let demands: [String] =
    ["constraints[]", "constraints[*]{}", "chains.next[]", "chains.authenticationMethods.userVerificationMethods[]"].map { method($0) }
    + ["knowledge", "possession"].flatMap { kind in
      // An empty list of what is allowed may allow nothing.
      ["excludedAuthenticationMethods[]", "userVerificationMethods[]"].map {
        method("constraints.\(kind).\($0)")
      }
    } + ["actions.appSignOn.keepMeSignedIn{}"]

  private static let other = [
    "actions.selfServicePasswordReset.requirement.primary.methods[]",
    "actions.selfServicePasswordReset.requirement.primary.methodConstraints[]",
    "actions.profileEnrollment.profileAttributes[]",
    "actions.profileEnrollment.targetGroupIds[]", "actions.profileEnrollment.preRegistrationInlineHooks[]",
    "actions.profileEnrollment.allowedIdentifiers[]", "actions.profileEnrollment.enrollAuthenticatorTypes[]",
    "actions.profileEnrollment.uiSchemaId\"\"", "actions.idp.providers[]", "actions.idp.matchCriteria[]", "settings.authenticators[]",
    "settings.factors{}", "settings.authenticators.constraints{}", "settings.authenticators.constraints.aaguidGroups[]",
    "settings.password.complexity.excludeAttributes[]", "settings.password.lockout.userLockoutNotificationChannels[]",
  ]

  private static func method(_ path: String) -> String { "actions.appSignOn.verificationMethod.\(path)" }
}
