import Encodings
import FoundationEssentials
import JourneyMock
import JourneyModel
import Testing

/// Every body of every state of the shipped orgs, compared with the recorded bodies of the same remediation: what all of those have
/// has to be there, and what both have has to be of the same type.
struct RecordedRemediationsTests {
  private static let folder = ProcessInfo.processInfo.environment["CORPUS_DIR"].flatMap { $0.isEmpty ? nil : $0 + "/okta-idx" }

  /// Differences that stay, by why they do; each is the remediation and the member. One that is no longer needed is an error.
  private static let reasons: [String: [String]] = [
    "Written by hand in one sample; the vendor's SDKs read no such member.": [
      "authenticator-enrollment-data/phone: no authenticators.value.authenticatorId",
      "authenticator-enrollment-data/phone: no authenticators.value.authenticatorid",
      "authenticator-verification-data/phone: no authenticatorEnrollments.value.authenticatorId",
    ],
    "What is carried is not visible anyway; other samples leave it out.": [
      "authenticator-enrollment-data/phone: no remediation.value[authenticator-enrollment-data].value[authenticator].form.value[id].visible",
      "authenticator-enrollment-data/phone: no remediation.value[authenticator-enrollment-data].value[authenticator].visible",
      "authenticator-enrollment-data/phone: no remediation.value[select-authenticator-enroll].value[authenticator].options.value.form.value[id].visible",
      "authenticator-enrollment-data/phone: no remediation.value[select-authenticator-enroll].value[authenticator].options.value.form.value[methodType].visible",
      "authenticator-verification-data/phone: no remediation.value[select-authenticator-authenticate].value[authenticator].options.value.form.value[id].visible",
      "authenticator-verification-data/phone: no remediation.value[select-authenticator-authenticate].value[authenticator].options.value.form.value[methodType].visible",
      "reset-authenticator/password: no remediation.value[reset-authenticator].value[credentials].form.value[passcode].visible",
    ],
    "Only one sample has it; a choice of authenticators is needed anyway.": [
      "authenticator-enrollment-data/phone: no remediation.value[select-authenticator-enroll].value[authenticator].required"
    ],
    "A misspelling of one sample.": [
      "authenticator-verification-data/phone: no authenticatorEnrollments.value.methods.methodType"
    ],
    "A sample's own; the form relates to the same authenticator.": [
      "authenticator-verification-data/phone: no remediation.value[authenticator-verification-data].value[authenticator].relatesTo"
    ],
    "The question stands in the field that asks it.": [
      "challenge-authenticator/security_question: no authenticatorEnrollments.value.profile.question",
      "challenge-authenticator/security_question: no authenticatorEnrollments.value.profile.questionKey",
      "challenge-authenticator/security_question: no currentAuthenticatorEnrollment.value.profile",
    ],
    "The object that holds it is required.": [
      "challenge-authenticator/security_question: no remediation.value[challenge-authenticator].value[credentials].form.value[answer].required",
      "reset-authenticator/password: no remediation.value[reset-authenticator].value[credentials].form.value[passcode].required",
    ],
    "The org offers one method here, which is carried.": [
      "challenge-poll/app: no remediation.value[select-authenticator-authenticate].value[authenticator].options.value.form.value[methodType].options",
      "challenge-poll/app: no remediation.value[select-authenticator-authenticate].value[authenticator].options.value.form.value[methodType].type",
      "resend/app: no remediation.value[select-authenticator-authenticate].value[authenticator].options.value.form.value[methodType].options",
      "resend/app: no remediation.value[select-authenticator-authenticate].value[authenticator].options.value.form.value[methodType].type",
      "select-authenticator-unlock-account: no remediation.value[select-authenticator-unlock-account].value[authenticator].options.value.form.value[methodType].options",
      "select-authenticator-unlock-account: no remediation.value[select-authenticator-unlock-account].value[authenticator].options.value.form.value[methodType].type",
    ],
    "An app of the org names no page of its own.": [
      "admin-consent: no app.value.clientUri",
      "consent: no app.value.clientUri",
    ],
    "An app of the org has no picture.": [
      "admin-consent: no app.value.logo",
      "consent: no app.value.logo",
    ],
    "The org offers nothing beside the app, which asks for a channel and no method.": [
      "enroll-poll/app: no remediation.value[select-authenticator-enroll].value[authenticator].options.value.form.value[methodType].mutable",
      "enroll-poll/app: no remediation.value[select-authenticator-enroll].value[authenticator].options.value.form.value[methodType].name",
      "enroll-poll/app: no remediation.value[select-authenticator-enroll].value[authenticator].options.value.form.value[methodType].required",
      "enroll-poll/app: no remediation.value[select-authenticator-enroll].value[authenticator].options.value.form.value[methodType].value",
    ],
    "The portal does not ask for the phone number.": [
      "consent: no remediation.value[consent].scopes[phone].desc",
      "consent: no remediation.value[consent].scopes[phone].label",
      "consent: no remediation.value[consent].scopes[phone].name",
      "consent: no remediation.value[consent].scopes[phone].value",
    ],
    "The samples are of a wrong code.": [
      "enroll-authenticator/email: no remediation.value[enroll-authenticator].value[credentials].form.value[passcode].messages",
      "enroll-authenticator/phone: no remediation.value[enroll-authenticator].value[credentials].form.value[passcode].messages",
    ],
    "A placeholder stands for the app in the samples.": [
      "enroll-profile: app.value is an object"
    ],
    "The samples are of an authenticator app that is reset.": [
      "reset-authenticator/password: no currentAuthenticator.value.contextualData"
    ],
    "The samples are of an authenticator app that is reset, which may be another one.": [
      "reset-authenticator/password: no remediation.value[select-authenticator-enroll].accepts",
      "reset-authenticator/password: no remediation.value[select-authenticator-enroll].href",
      "reset-authenticator/password: no remediation.value[select-authenticator-enroll].method",
      "reset-authenticator/password: no remediation.value[select-authenticator-enroll].name",
      "reset-authenticator/password: no remediation.value[select-authenticator-enroll].produces",
      "reset-authenticator/password: no remediation.value[select-authenticator-enroll].rel",
      "reset-authenticator/password: no remediation.value[select-authenticator-enroll].value",
    ],
    "The mock asks for no CAPTCHA.": [
      "identify-recovery: no captcha",
      "identify-recovery: no remediation.value[identify-recovery].value[captchaVerify].form",
      "identify-recovery: no remediation.value[identify-recovery].value[captchaVerify].name",
      "identify-recovery: no remediation.value[identify-recovery].value[captchaVerify].relatesTo",
    ],
    "The legacy name of a step, which no SDK reads.": [
      "identify-recovery: no step"
    ],
    "The org's people make no accounts themselves.": [
      "identify-recovery: no remediation.value[select-enroll-profile].accepts",
      "identify-recovery: no remediation.value[select-enroll-profile].href",
      "identify-recovery: no remediation.value[select-enroll-profile].method",
      "identify-recovery: no remediation.value[select-enroll-profile].name",
      "identify-recovery: no remediation.value[select-enroll-profile].rel",
      "identify-recovery: no remediation.value[select-enroll-profile].value",
      "identify/password: no remediation.value[select-enroll-profile].accepts",
      "identify/password: no remediation.value[select-enroll-profile].href",
      "identify/password: no remediation.value[select-enroll-profile].method",
      "identify/password: no remediation.value[select-enroll-profile].name",
      "identify/password: no remediation.value[select-enroll-profile].rel",
      "identify/password: no remediation.value[select-enroll-profile].value",
    ],
    "The samples ask for attributes of their own, and describe the second address.": [
      "profile-update: no remediation.value[profile-update].value[userProfile].form.value[newAttribute2].label",
      "profile-update: no remediation.value[profile-update].value[userProfile].form.value[newAttribute2].name",
      "profile-update: no remediation.value[profile-update].value[userProfile].form.value[newAttribute2].required",
      "profile-update: no remediation.value[profile-update].value[userProfile].form.value[newAttribute].label",
      "profile-update: no remediation.value[profile-update].value[userProfile].form.value[newAttribute].name",
      "profile-update: no remediation.value[profile-update].value[userProfile].form.value[newAttribute].required",
      "profile-update: no remediation.value[profile-update].value[userProfile].form.value[secondEmail].desc",
      "profile-update: no remediation.value[profile-update].value[userProfile].form.value[secondEmail].descKey",
      "profile-update: no remediation.value[profile-update].value[userProfile].form.value[secondEmail].maxLength",
      "profile-update: no remediation.value[profile-update].value[userProfile].form.value[secondEmail].minLength",
      "profile-update: no remediation.value[profile-update].value[userProfile].form.value[secondEmail].required",
    ],
  ]

  private static let accepted = Set(reasons.values.flatMap(\.self))

  @Test(.enabled(if: folder != nil, "CORPUS_DIR names no corpus, so nothing is compared"))
  func `every state sends what the vendor's servers send with the same remediation`() throws {
    let recorded = try Self.recorded()
    #expect(recorded.count > 30)
    var found: Set<String> = []
    for (kind, own) in try Self.sent() {
      guard let shapes = recorded[kind] ?? recorded[kind.withoutAuthenticator] else { continue }
      let common = shapes.dropFirst().reduce(Set(shapes[0].keys)) { $0.intersection($1.keys) }
      let missing = common.subtracting(own.keys)
      // What is inside of something missing is missing with it.
      for place in missing where !missing.contains(where: { place != $0 && (place.hasPrefix($0 + ".") || place.hasPrefix($0 + "[")) }) {
        found.insert("\(kind.name): no \(place)")
      }
      for (place, type) in own {
        let types = shapes.reduce(into: Set<String>()) { $0.formUnion($1[place] ?? []) }
        if !types.isEmpty, type.isDisjoint(with: types) {
          found.insert("\(kind.name): \(place) is \(type.sorted().joined(separator: ", "))")
        }
      }
    }
    #expect(found.subtracting(Self.accepted).sorted() == [], "differences that nobody accepted")
    #expect(Self.accepted.subtracting(found).sorted() == [], "accepted differences that are none any more")
  }

  /// The types of every member that the org sends with a remediation, to whomever it may be.
  private static func sent() throws -> [BodyKind: [String: Set<String>]] {
    let orgs = ["cascade.yaml", "../../journeys/_devices/_mock/tide.yaml", "../../journeys/_staff/_mock/fen.yaml"]
    let sent = try orgs.flatMap { try OrgBodies.all(of: try CascadeTenant.load($0)) }
    return sent.reduce(into: [:]) { shapes, sent in
      shapes[BodyKind(sent.body), default: [:]].merge(types(in: sent.body)) { $0.union($1) }
    }
  }

  /// What a body is compared by.
  private struct BodyKind: Hashable {
    var remediation: String
    var authenticator: String?

    var name: String { ([remediation] + [authenticator].compactMap(\.self)).joined(separator: "/") }
    var withoutAuthenticator: BodyKind { BodyKind(remediation: remediation, authenticator: nil) }

    init(remediation: String, authenticator: String?) {
      self.remediation = remediation
      self.authenticator = authenticator
    }

    init(_ body: JSONValue) {
      let current = ["currentAuthenticator", "currentAuthenticatorEnrollment"].lazy.compactMap { body[$0]?["value"] }.first
      let first = body["remediation"]?.elements.first?["name"]?.stringValue
      remediation = first ?? (body["successWithInteractionCode"] == nil ? "terminal" : "success")
      authenticator = first == nil ? nil : current?["type"]?.stringValue
    }
  }

  private static func recorded() throws -> [BodyKind: [[String: Set<String>]]] {
    let folder = try #require(folder)
    var shapes: [BodyKind: [[String: Set<String>]]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json") && name != "index.json" {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)"), !data.isEmpty else { continue }
      let body = try JSONReader.read(Array(data))
      guard body["version"] != nil else { continue }
      let kind = BodyKind(body)
      shapes[kind, default: []].append(types(in: body))
      if kind.authenticator != nil { shapes[kind.withoutAuthenticator, default: []].append(types(in: body)) }
    }
    return shapes
  }

  /// The types of every member by its path; what has a name stands by its name, other places in lists are left out.
  private static func types(in value: JSONValue, at path: String = "") -> [String: Set<String>] {
    switch value {
    case .object(let members):
      members.reduce(into: [:]) { types, member in
        let place = path.isEmpty ? member.name : "\(path).\(member.name)"
        types[place, default: []].insert(typeName(member.value))
        types.merge(Self.types(in: member.value, at: place)) { $0.union($1) }
      }
    case .array(let elements):
      elements.reduce(into: [:]) { types, element in
        let place = element["name"]?.stringValue.map { "\(path)[\($0)]" } ?? path
        types.merge(Self.types(in: element, at: place)) { $0.union($1) }
      }
    case .null, .bool, .number, .string: [:]
    }
  }

  private static func typeName(_ value: JSONValue) -> String {
    switch value {
    case .object: "an object"
    case .array: "a list"
    case .null: "null"
    case .bool: "a flag"
    case .number: "a number"
    case .string: "a text"
    }
  }
}
