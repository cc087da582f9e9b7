import Encodings
import JourneyMock
import JourneyModel

extension IDXEncoder {
  /// The place of the screen's own authenticator: an app's, and one that is being set up, is the current one; any other is an
  /// enrolment that is used.
  var owner: String? {
    guard let kind = screen.authenticator else { return nil }
    let isCurrent = kind.isApp || screen.isEnrolment || screen.forms.first?.kind == .identify
    return isCurrent ? "currentAuthenticator" : "currentAuthenticatorEnrollment"
  }

  /// The members about authenticators.
  var authenticatorMembers: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let owner, let current { members.append(.init(owner, Self.object(current))) }
    if let kind = screen.authenticator, screen.isEnrolment, screen.forms.first?.kind != .authenticatorEnrollmentData {
      members.append(.init("enrollmentAuthenticator", Self.object(.object(ofScreen(kind, asEnrolled: false) + settings))))
    }
    if isRecovery {
      members.append(.init("recoveryAuthenticator", Self.object(.object(described(.password, asEnrolled: false)))))
    }
    if !known.isEmpty {
      members.append(.init("authenticators", Self.list(known.map { .object(described($0, asEnrolled: false) + policies(of: $0)) })))
    }
    if !enrolled.isEmpty {
      members.append(.init("authenticatorEnrollments", Self.list(enrolled.map { .object(described($0, asEnrolled: true)) })))
    }
    if let challenge { members.append(.init("authenticatorChallenge", Self.object(challenge))) }
    return members
  }

  /// What the org allows an authenticator for, as the first option says it that offers it now.
  private func policies(of kind: AuthenticatorKind) -> [JSONValue.Member] {
    let options = forms.flatMap(\.pickerOptions).filter { $0.kind == kind && truth.holds($0.condition) }
    return options.first?.policies ?? []
  }

  /// The question to the person's device, and how to stop asking it; `nil` if nothing asks.
  private var challenge: JSONValue? {
    guard !screen.challenge.isEmpty, forms.contains(where: \.kind.concernsDevice) else { return nil }
    let request = "eyJ" + Hex.encode(Array(Digests.sha256("challenge of \(handle)")))
    var members = screen.challenge + [.init("challengeRequest", .string(request))]
    for form in forms where form.kind.action?.owner == "authenticatorChallenge" {
      members.append(.init(form.kind.action?.name ?? "", self.form(form)))
    }
    return .object(members)
  }

  private var isUnproven: Bool { world.isUnproven(session) }

  /// What the authenticator that is set up has to be like.
  private var settings: [JSONValue.Member] { screen.settings.isEmpty ? [] : [.init("settings", .object(screen.settings))] }

  /// The authenticator that the screen is about, with the methods in question.
  private func ofScreen(_ kind: AuthenticatorKind, asEnrolled: Bool) -> [JSONValue.Member] {
    described(kind, asEnrolled: asEnrolled).filter { $0.name != "methods" } + [
      .init("methods", .array(screen.methods.map { ["type": .string($0)] }))
    ]
  }

  /// Whether a person proves who they are to get a new password.
  private var isRecovery: Bool { world.fact("session.purpose", is: "recovery", in: session) }

  /// The screen's own authenticator: its actions, its data, and the methods in question.
  private var current: JSONValue? {
    guard let kind = screen.authenticator else { return nil }
    var members: [JSONValue.Member] = []
    for form in forms {
      guard let action = form.kind.action, action.owner == owner else { continue }
      members.append(.init(action.name, self.form(form)))
    }
    let context = contextualData(kind)
    if !context.isEmpty { members.append(.init("contextualData", .object(context))) }
    members += ofScreen(kind, asEnrolled: owner == "currentAuthenticatorEnrollment")
    return .object(members + settings)
  }

  private func contextualData(_ kind: AuthenticatorKind) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    for entry in screen.context {
      guard let text = text(entry.texts) else { continue }
      members.append(.init(entry.name, .string(text)))
      if entry.name == "sharedSecret" { members += picture(of: keyAddress(of: text)) }
    }
    members += setUp
    for form in screen.forms {
      for field in form.fields {
        if case .ceremony(let ceremony) = field.kind { members.append(options(of: ceremony)) }
        if kind == .question, case .carried = field.kind, let key = text(field.values) {
          members.append(.init("enrolledQuestion", ["question": .string(text(field.labels) ?? key), "questionKey": .string(key)]))
        }
        guard case .questions(let questions) = field.kind else { continue }
        members.append(.init("questionKeys", .array(questions.map { .string($0.value) })))
        let listed = questions.map {
          JSONValue.object([.init("question", .string(text($0.labels) ?? $0.value)), .init("questionKey", .string($0.value))])
        }
        members.append(.init("questions", .array(listed)))
      }
    }
    return members
  }

  /// How the app on the person's device learns that it is to be set up.
  private var setUp: [JSONValue.Member] {
    guard screen.isSetUpOnDevice, let channel = world.word(of: "session.channel", in: session) else { return [] }
    let isShown = channel == "qrcode" && screen.isWaitingForDevice
    return (isShown ? picture(of: world.setUpAddress(of: session)) : []) + [.init("selectedChannel", .string(channel))]
  }

  /// A QR code as a picture.
  private func picture(of text: String) -> [JSONValue.Member] {
    guard let picture = QRCode(Array(text.utf8))?.png else { return [] }
    let address = "data:image/png;base64," + Base64.encode(picture)
    return [.init("qrcode", ["method": "embedded", "href": .string(address), "type": "image/png"])]
  }

  /// What a browser is to do with a passkey (Web Authentication Level 2, section 5.4), as the vendor's servers name it.
  private func options(of ceremony: IDXFieldRule.Kind.Ceremony) -> JSONValue.Member {
    let site = world.relyingParty
    guard case .create = ceremony else {
      var challenge: [JSONValue.Member] = [
        .init("challenge", .string(passkeyChallenge)), .init("userVerification", "preferred"), .init("rpId", .string(site)),
      ]
      // Browsers refuse an `appid` of plain HTTP (FIDO AppID and Facet Specification, section 3.1.2).
      if world.orgAddress.hasPrefix("https:") { challenge.append(.init("extensions", ["appid": .string(world.orgAddress)])) }
      return .init("challengeData", .object(challenge))
    }
    let person = session.account.map { world.accounts[$0] }
    return .init(
      "activationData",
      [
        "rp": ["id": .string(site), "name": .string(world.tenant.name)],
        "user": [
          "id": .string(Base64URL.encode(Array((person?.orgID ?? "").utf8))), "name": .string(person?.login ?? ""),
          "displayName": .string(person?.fullName ?? ""),
        ],
        "pubKeyCredParams": [["type": "public-key", "alg": -7], ["type": "public-key", "alg": -257]],
        "challenge": .string(passkeyChallenge), "attestation": "direct", "authenticatorSelection": ["userVerification": "preferred"],
        "excludeCredentials": [],
      ])
  }

  /// What an authenticator app reads of a picture: whose codes it is to make, and with which secret.
  private func keyAddress(of secret: String) -> String {
    let issuer = PercentEncoding.encodeComponent(world.tenant.name)
    let login = session.account.flatMap { world.accounts[$0].login } ?? ""
    return "otpauth://totp/\(issuer):\(PercentEncoding.encodeComponent(login))?secret=\(secret)&issuer=\(issuer)"
  }

  /// An authenticator of the org, or of the person.
  private func described(_ kind: AuthenticatorKind, asEnrolled: Bool) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if asEnrolled, let profile = profile(kind) { members.append(.init("profile", profile)) }
    if asEnrolled, kind == .webauthn, let passkey = session.account.flatMap({ world.passkeys(of: $0).last }) {
      members.append(.init("credentialId", .string(passkey.id)))
    }
    return members + [
      .init("type", .string(kind.type)), .init("key", .string(kind.rawValue)),
      .init("id", .string(asEnrolled ? enrollmentID(kind) : kind.id(in: world.tenant.name))),
      .init("displayName", .string(kind.displayName)),
      .init("methods", .array(kind.methods.map { ["type": .string($0)] })),
    ]
  }

  private func enrollmentID(_ kind: AuthenticatorKind) -> String {
    kind.enrollmentID(of: isUnproven ? "" : session.account.flatMap { world.accounts[$0][.sub] } ?? "")
  }

  /// What the person recognises it by, the most of it hidden.
  private func profile(_ kind: AuthenticatorKind) -> JSONValue? {
    guard let account = session.account, !isUnproven else { return nil }
    switch kind {
    case .email: return world.accounts[account][.email].map { ["email": .string(Self.masked(address: $0))] }
    case .phone: return world.accounts[account][.phone].map { ["phoneNumber": .string(Self.masked(number: $0))] }
    case .verify: return ["deviceName": "Phone"]
    case .password, .googleOTP, .question, .webauthn, .customOTP, .duo, .yubikey: return nil
    }
  }

  static func masked(address: String) -> String {
    guard let at = address.utf8.firstIndex(of: UInt8(ascii: "@")) else { return "***" }
    return "\(address.prefix(1))***\(address[..<at].suffix(1))\(address[at...])"
  }

  static func masked(number: String) -> String { "\(number.prefix(2)) XXX-XXX-\(number.suffix(4))" }

  // MARK: Fields

  /// The options of a choice of authenticators: an id, a method or several, and whose enrolment it is.
  func pickers(_ options: [PickerOption], in form: IDXFormRule) -> [JSONValue] {
    options.filter { truth.holds($0.condition) }.map { option in
      let isEnrolled = !form.kind.isEnrolment && !option.kind.isApp
      let list = isEnrolled ? "authenticatorEnrollments" : "authenticators"
      let place = (isEnrolled ? enrolled : known).firstIndex(of: option.kind) ?? 0
      return [
        "label": .string(option.kind.displayName),
        "value": ["form": ["value": .array(fields(choosing: option, isEnrolled: isEnrolled, in: form))]],
        "relatesTo": .string("$.\(list).value[\(place)]"),
      ]
    }
  }

  private func fields(choosing option: PickerOption, isEnrolled: Bool, in form: IDXFormRule) -> [JSONValue] {
    let (kind, methods) = (option.kind, option.methods)
    var fields: [JSONValue] = [carried("id", kind.id(in: world.tenant.name))]
    if !option.channels.isEmpty {
      // The app chooses its methods itself.
      let channels: [JSONValue] = option.channels.map { ["label": .string(AuthenticatorKind.label(ofChannel: $0)), "value": .string($0)] }
      fields.append(["name": "channel", "type": "string", "required": false, "options": .array(channels)])
    } else if methods.count == 1 {
      fields.append(["name": "methodType", "required": false, "value": .string(methods[0]), "mutable": false])
    } else if methods.count > 1 {
      fields.append(["name": "methodType", "type": "string", "required": false, "options": .array(Self.options(methods))])
    }
    guard kind == .phone else { return fields }
    if form.kind.isEnrolment {
      fields.append(
        .object(
          [.init("name", "phoneNumber"), .init("type", "string"), .init("required", false), .init("label", "Phone number")]
            + messages(on: "authenticator.phoneNumber", of: form)))
    } else if isEnrolled, session.account != nil, !isUnproven {
      fields.append(carried("enrollmentId", enrollmentID(kind)))
    }
    return fields
  }

  /// The members of a field that asks for more of the screen's own authenticator, or sends it back as it is.
  func authenticator(asking methods: [String], in form: IDXFormRule) -> [JSONValue.Member] {
    guard let kind = screen.authenticator else { return [] }
    var fields: [JSONValue] = [carried("id", kind.id(in: world.tenant.name))]
    if methods.isEmpty {
      fields.append(contentsOf: screen.methods.prefix(1).map { carried("methodType", $0) })
    } else {
      fields.append(["name": "methodType", "type": "string", "required": true, "options": .array(Self.options(methods))])
      if form.kind.isEnrolment, kind == .phone {
        fields.append(
          .object(
            [.init("name", "phoneNumber"), .init("type", "string"), .init("label", "Phone number"), .init("required", true)]
              + messages(on: "authenticator.phoneNumber", of: form)))
      }
    }
    let label = JSONValue.Member("label", .string(kind.displayName))
    if form.kind == .resend { return [.init("type", "object"), label, .init("value", ["form": ["value": .array(fields)]])] }
    return [.init("type", "object"), label, .init("required", true), .init("form", ["value": .array(fields)])]
  }

  /// The members of a field that asks by which way the person's device is reached.
  func channel(_ options: [IDXOptionRule], _ field: IDXFieldRule, in form: IDXFormRule) -> [JSONValue.Member] {
    guard let kind = screen.authenticator else { return [] }
    let channel = JSONValue.object(
      [
        .init("name", "channel"), .init("type", "string"), .init("required", true),
        .init("options", .array(self.options(options) { .string($0) })),
      ] + messages(on: "\(field.id).channel", of: form))
    return [
      .init("type", "object"), .init("label", .string(kind.displayName)),
      .init("value", ["form": ["value": [carried("id", kind.id(in: world.tenant.name)), channel]]]),
    ]
  }

  private func carried(_ name: String, _ value: String) -> JSONValue {
    ["name": .string(name), "required": true, "value": .string(value), "mutable": false]
  }

  private static func options(_ methods: [String]) -> [JSONValue] {
    methods.map { ["label": .string(AuthenticatorKind.label(ofMethod: $0)), "value": .string($0)] }
  }
}
