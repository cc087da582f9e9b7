import Encodings

/// What a resource of Terraform's provider for Okta is in the API.
struct PlannedKind: Sendable {
  let kind: OktaKind
  /// Of a policy, and of a rule that of its policy.
  var policy: OktaPolicyType?
  /// Members that a new object has in addition.
  var made: [PlannedMember] = []
  let members: [PlannedMember]

  /// The kinds by the names of their resources.
  static let all: [String: PlannedKind] = [
    "okta_app_signon_policy": policyKind(.app, [.same("name", "name")], made: [.constant("_embedded.resourceType", "APP")]),
    "okta_app_signon_policy_rule": ruleKind(.app, appRule),
    "okta_policy_signon": policyKind(.session, named + [groups]),
    "okta_policy_rule_signon": ruleKind(.session, sessionRule),
    "okta_policy_mfa": policyKind(.enrolment, named + [groups], made: [.constant("settings.type", "AUTHENTICATORS")]),
    "okta_policy_mfa_default": policyKind(.enrolment, []),
    "okta_policy_rule_mfa": ruleKind(
      .enrolment,
      named + network + [
        usersExcluded, .same("enroll", "actions.enroll.self"), .unread("app_include", "conditions.app"),
        .unread("app_exclude", "conditions.app"),
      ]),
    "okta_policy_password": policyKind(
      .password, named + [groups, .same("auth_provider", "conditions.authProvider.provider")] + passwords),
    "okta_policy_password_default": policyKind(.password, passwords),
    "okta_policy_rule_password": ruleKind(.password, passwordRule),
    "okta_policy_profile_enrollment": policyKind(.registration, [.same("name", "name"), .same("status", "status")]),
    "okta_policy_rule_profile_enrollment": ruleKind(.registration, registrationRule),
    "okta_policy_rule_idp_discovery": ruleKind(.routing, routingRule),
    "okta_authenticator": PlannedKind(
      kind: .authenticator,
      members: [
        .same("key", "key"), PlannedMember(["name"], "name") { $0["name"] }, .same("status", "status"), .text("settings", "settings"),
      ]),
    "okta_group": PlannedKind(
      kind: .group,
      made: [.constant("type", "OKTA_GROUP"), PlannedMember([], "objectClass") { _ in .array([.string("okta:user_group")]) }],
      members: [.same("name", "profile.name")]),
    "okta_group_rule": PlannedKind(
      kind: .groupRule, made: [.constant("type", "group_rule")],
      members: [
        .same("name", "name"), .same("status", "status"), .same("expression_value", "conditions.expression.value"),
        .same("expression_type", "conditions.expression.type"), .set("group_assignments", "actions.assignUserToGroups.groupIds"),
        .set("users_excluded", "conditions.people.users.exclude"),
      ]),
    "okta_network_zone": PlannedKind(kind: .zone, members: zone),
    "okta_app_oauth": PlannedKind(
      kind: .app, made: [.constant("signOnMode", "OPENID_CONNECT"), .constant("name", "oidc_client")],
      members: app + [
        .set("redirect_uris", "settings.oauthClient.redirect_uris"), .set("grant_types", "settings.oauthClient.grant_types"),
      ]),
    "okta_app_saml": PlannedKind(kind: .app, made: [.constant("signOnMode", "SAML_2_0")], members: app),
    "okta_app_bookmark": PlannedKind(kind: .app, made: [.constant("signOnMode", "BOOKMARK"), .constant("name", "bookmark")], members: app),
    "okta_app_swa": PlannedKind(kind: .app, made: [.constant("signOnMode", "BROWSER_PLUGIN")], members: app),
    "okta_app_auto_login": PlannedKind(kind: .app, made: [.constant("signOnMode", "AUTO_LOGIN")], members: app),
    "okta_app_basic_auth": PlannedKind(kind: .app, made: [.constant("signOnMode", "BASIC_AUTH")], members: app),
    "okta_app_secure_password_store": PlannedKind(kind: .app, made: [.constant("signOnMode", "SECURE_PASSWORD_STORE")], members: app),
    "okta_app_shared_credentials": PlannedKind(kind: .app, made: [.constant("signOnMode", "BROWSER_PLUGIN")], members: app),
    "okta_app_three_field": PlannedKind(kind: .app, made: [.constant("signOnMode", "BROWSER_PLUGIN")], members: app),
  ]

  /// Attributes that the provider works out where the code does not set them.
  static let computed: Set = ["id", "system", "priority", "risk_score", "keep_me_signed_in", "default_rule_id"]
  /// What is not known of these comes from the code, though no expression of it is in the configuration: blocks that are written for each of
  /// a list, and sets of ids, which the provider does not work out.
  static let ofCode: Set = [
    "platform_include", "rule", "password_reset_requirement", "profile_attributes", "idp_providers", "apps", "group_assignments",
    "groups_included", "groups_excluded", "network_includes", "network_excludes",
  ]
  /// Attributes that have an id.
  static let idAttributes: Set = ["policy_id", "authentication_policy", "app_id", "target_group_id"]
  /// Attributes that are sets of ids.
  static let idLists: Set = [
    "groups_included", "groups_excluded", "network_includes", "network_excludes", "user_types_included", "user_types_excluded", "behaviors",
    "device_assurances_included", "group_assignments", "identity_provider_ids",
  ]

  private static func policyKind(_ type: OktaPolicyType, _ members: [PlannedMember], made: [PlannedMember] = []) -> PlannedKind {
    PlannedKind(kind: .policy, policy: type, made: [.constant("type", type.rawValue)] + made, members: members)
  }

  private static func ruleKind(_ type: OktaPolicyType, _ members: [PlannedMember]) -> PlannedKind {
    PlannedKind(kind: .rule, policy: type, made: [.constant("type", type.typeOfRules ?? type.rawValue)], members: members)
  }
}

extension PlannedMember {
  /// An attribute whose meaning in the API is not known: what it becomes is not understood.
  static func unread(_ attribute: String, _ path: String) -> PlannedMember {
    PlannedMember([attribute], path) { values in
      guard let value = values[attribute], value.meaning != "-" else { return nil }
      return .object([.init("\(attribute) of the plan", value)])
    }
  }
}

// MARK: Members

extension PlannedKind {
  private static let named: [PlannedMember] = [.same("name", "name"), .same("status", "status"), .priority]
  private static let groups = PlannedMember.set("groups_included", "conditions.people.groups.include")
  private static let usersExcluded = PlannedMember.set("users_excluded", "conditions.people.users.exclude")
  private static let network: [PlannedMember] = [
    .same("network_connection", "conditions.network.connection"), .set("network_includes", "conditions.network.include"),
    .set("network_excludes", "conditions.network.exclude"),
  ]
  private static let people: [PlannedMember] = [
    groups, .set("groups_excluded", "conditions.people.groups.exclude"), .set("users_included", "conditions.people.users.include"),
    usersExcluded,
  ]

  private static let appRule: [PlannedMember] =
    named + network + people + [
      .set("user_types_included", "conditions.userType.include"), .set("user_types_excluded", "conditions.userType.exclude"),
      .same("device_is_registered", "conditions.device.registered"), managed,
      .set("device_assurances_included", "conditions.device.assurance.include"), platforms,
      .same("custom_expression", "conditions.elCondition.condition"), .same("risk_score", "conditions.riskScore.level"),
      .same("access", "actions.appSignOn.access"), .same("type", "actions.appSignOn.verificationMethod.type"),
      // Chains have no number of factors, and the provider has one all the same.
      PlannedMember(["factor_mode", "type"], "actions.appSignOn.verificationMethod.factorMode", isComparable: true) { values in
        values["type"]?.stringValue == "AUTH_METHOD_CHAIN" ? nil : values["factor_mode"]
      },
      .same("re_authentication_frequency", "actions.appSignOn.verificationMethod.reauthenticateIn"),
      .same("inactivity_period", "actions.appSignOn.verificationMethod.inactivityPeriod"),
      .texts("constraints", "actions.appSignOn.verificationMethod.constraints"),
      .texts("chains", "actions.appSignOn.verificationMethod.chains"),
      .block("keep_me_signed_in", "post_auth", "actions.appSignOn.keepMeSignedIn.postAuth"),
      .block("keep_me_signed_in", "post_auth_prompt_frequency", "actions.appSignOn.keepMeSignedIn.postAuthPromptFrequency"),
    ]

  /// The provider sends `false` for a registered device of which the configuration does not say whether it is managed.
  private static let managed = PlannedMember(["device_is_managed", "device_is_registered"], "conditions.device.managed") { values in
    if let managed = values["device_is_managed"]?.boolValue { return .bool(managed) }
    return values["device_is_registered"]?.boolValue == true ? .bool(false) : nil
  }

  private static let platforms = PlannedMember(["platform_include"], "conditions.platform.include") { values in
    guard let blocks = values["platform_include"]?.arrayValue, !blocks.isEmpty else { return nil }
    return .array(
      blocks.map { block in
        let expression = block["os_expression"]?.stringValue ?? ""
        let os =
          [JSONValue.Member("type", block["os_type"] ?? .string("ANY"))]
          + (expression.isEmpty ? [] : [JSONValue.Member("expression", .string(expression))])
        return .object([.init("type", block["type"] ?? .string("ANY")), .init("os", .object(os))])
      })
  }

  private static let sessionRule: [PlannedMember] =
    named + network + [
      usersExcluded, .same("authtype", "conditions.authContext.authType"), .set("behaviors", "conditions.risk.behaviors"), risk,
      .same("identity_provider", "conditions.identityProvider.provider"),
      .set("identity_provider_ids", "conditions.identityProvider.idpIds"),
      .same("access", "actions.signon.access"), .same("primary_factor", "actions.signon.primaryFactor"),
      .same("mfa_required", "actions.signon.requireFactor"),
      PlannedMember(["mfa_prompt", "mfa_required"], "actions.signon.factorPromptMode") { ofSecondFactor("mfa_prompt", $0) },
      PlannedMember(["mfa_lifetime", "mfa_prompt", "mfa_required"], "actions.signon.factorLifetime") { ofSecondFactor("mfa_lifetime", $0) },
      .same("mfa_remember_device", "actions.signon.rememberDeviceByDefault"),
      .same("session_idle", "actions.signon.session.maxSessionIdleMinutes"),
      .same("session_lifetime", "actions.signon.session.maxSessionLifetimeMinutes"),
      .same("session_persistent", "actions.signon.session.usePersistentCookie"),
      .unread("factor_sequence", "actions.signon.factorSequence"),
    ]

  /// The older of its names is misspelt.
  private static let risk = PlannedMember(["risk_level", "risc_level"], "conditions.riskScore.level") { values in
    [values["risk_level"], values["risc_level"]].lazy.compactMap { $0?.stringValue }.first { !$0.isEmpty }.map { .string($0) }
  }

  /// What is said of a second factor counts only where one is required; the life of one only where it is asked for once in a session.
  private static func ofSecondFactor(_ attribute: String, _ values: JSONValue) -> JSONValue? {
    guard values["mfa_required"]?.boolValue == true else { return nil }
    if attribute == "mfa_lifetime", values["mfa_prompt"]?.stringValue != "SESSION" { return nil }
    return values[attribute]
  }

  private static let passwordRule: [PlannedMember] =
    named + network + people + [
      .same("password_change", "actions.passwordChange.access"), .same("password_reset", "actions.selfServicePasswordReset.access"),
      .same("password_unlock", "actions.selfServiceUnlock.access"),
      .same("password_reset_access_control", "\(reset).accessControl"),
      .block("password_reset_requirement", "primary_methods", "\(reset).primary.methods"),
      .block("password_reset_requirement", "method_constraints", "\(reset).primary.methodConstraints"),
      .block("password_reset_requirement", "step_up_enabled", "\(reset).stepUp.required"),
      .block("password_reset_requirement", "step_up_methods", "\(reset).stepUp.methods"),
    ]
  private static let reset = "actions.selfServicePasswordReset.requirement"

  private static let passwords: [PlannedMember] = [
    .same("password_min_length", "\(complexity).minLength"), .same("password_min_lowercase", "\(complexity).minLowerCase"),
    .same("password_min_uppercase", "\(complexity).minUpperCase"), .same("password_min_number", "\(complexity).minNumber"),
    .same("password_min_symbol", "\(complexity).minSymbol"), .same("password_exclude_username", "\(complexity).excludeUsername"),
    .same("password_dictionary_lookup", "\(complexity).dictionary.common.exclude"), excludedNames,
    .same("password_max_age_days", "settings.password.age.maxAgeDays"),
    .same("password_expire_warn_days", "settings.password.age.expireWarnDays"),
    .same("password_min_age_minutes", "settings.password.age.minAgeMinutes"),
    .same("password_history_count", "settings.password.age.historyCount"),
    .same("password_max_lockout_attempts", "settings.password.lockout.maxAttempts"),
    .same("password_auto_unlock_minutes", "settings.password.lockout.autoUnlockMinutes"),
    .same("password_show_lockout_failures", "settings.password.lockout.showLockoutFailures"),
    .set("password_lockout_notification_channels", "settings.password.lockout.userLockoutNotificationChannels"),
    .same("email_recovery", "\(recovery).okta_email.status"), .same("sms_recovery", "\(recovery).okta_sms.status"),
    .same("call_recovery", "\(recovery).okta_call.status"), .same("question_recovery", "\(recovery).recovery_question.status"),
    .same("recovery_email_token", "\(recovery).okta_email.properties.recoveryToken.tokenLifetimeMinutes"),
    .same("question_min_length", "\(recovery).recovery_question.properties.complexity.minLength"),
    .same("skip_unlock", "settings.delegation.options.skipUnlock"),
  ]
  private static let complexity = "settings.password.complexity"
  private static let recovery = "settings.recovery.factors"

  private static let excludedNames = PlannedMember(
    ["password_exclude_first_name", "password_exclude_last_name"], "\(complexity).excludeAttributes", isComparable: true
  ) { values in
    guard values["password_exclude_first_name"] != nil || values["password_exclude_last_name"] != nil else { return nil }
    let names = [("firstName", "password_exclude_first_name"), ("lastName", "password_exclude_last_name")]
    return .array(names.filter { values[$0.1]?.boolValue == true }.map { .string($0.0) })
  }

  private static let registrationRule: [PlannedMember] = [
    .same("access", "\(profile).access"), .same("unknown_user_action", "\(profile).unknownUserAction"),
    .same("email_verification", "\(profile).activationRequirements.emailVerification"),
    .same("progressive_profiling_action", "\(profile).progressiveProfilingAction"),
    .set("profile_attributes", "\(profile).profileAttributes"),
    .set("enroll_authenticator_types", "\(profile).enrollAuthenticatorTypes"), .same("ui_schema_id", "\(profile).uiSchemaId"),
    PlannedMember(["target_group_id"], "\(profile).targetGroupIds") { values in
      values["target_group_id"]?.stringValue.flatMap { $0.isEmpty ? nil : .array([.string($0)]) }
    },
  ]
  private static let profile = "actions.profileEnrollment"

  private static let routingRule: [PlannedMember] =
    named + network + [
      .same("selection_type", "actions.idp.idpSelectionType"), .set("idp_providers", "actions.idp.providers"),
      .same("should_fall_back_to_okta", "actions.idp.shouldFallBackToOkta"),
      .unread("provider_expression", "actions.idp.matchCriteria"), .unread("property_name", "actions.idp.matchCriteria"),
      .same("user_identifier_type", "conditions.userIdentifier.type"),
      .same("user_identifier_attribute", "conditions.userIdentifier.attribute"),
      PlannedMember(["user_identifier_patterns"], "conditions.userIdentifier.patterns") { values in
        values["user_identifier_patterns"].flatMap(PlannedMember.full)?.arrayValue.map { patterns in
          .array(patterns.map { .object([.init("matchType", $0["match_type"] ?? .null), .init("value", $0["value"] ?? .null)]) })
        }
      }, .unread("app_include", "conditions.app"), .unread("app_exclude", "conditions.app"),
      .unread("platform_include", "conditions.platform"),
    ]

  private static let zone: [PlannedMember] = [
    .same("name", "name"), .same("status", "status"), .same("type", "type"), .same("usage", "usage"), addresses("gateways"),
    addresses("proxies"), .set("asns", "asns"), .same("dynamic_proxy_type", "proxyType"), .set("dynamic_locations", "locations"),
    .unread("dynamic_locations_exclude", "locationsExcluded"), .unread("ip_service_categories_include", "ipServiceCategories"),
    .unread("ip_service_categories_exclude", "ipServiceCategories"),
  ]

  private static func addresses(_ attribute: String) -> PlannedMember {
    PlannedMember([attribute], attribute, isComparable: true) { values in
      values[attribute].flatMap(PlannedMember.full)?.arrayValue.map { all in
        .array(all.map { .object([.init("type", .string($0.stringValue?.contains("-") == true ? "RANGE" : "CIDR")), .init("value", $0)]) })
      }
    }
  }

  private static let app: [PlannedMember] = [
    .same("label", "label"), .same("status", "status"), .same("implicit_assignment", "settings.implicitAssignment"),
    policyOfApp("authentication_policy"),
  ]

  /// - Parameter attribute: the id of a policy.
  static func policyOfApp(_ attribute: String, link: String = "accessPolicy") -> PlannedMember {
    PlannedMember([attribute, "skip_authentication_policy"], "_links.\(link).href", isComparable: true) { values in
      values["skip_authentication_policy"]?.boolValue == true
        ? nil : values[attribute]?.stringValue.flatMap { $0.isEmpty ? nil : .string("/api/v1/policies/\($0)") }
    }
  }
}
