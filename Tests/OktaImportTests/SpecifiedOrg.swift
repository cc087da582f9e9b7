import Encodings
import JourneyTestSupport
import TenantImport
import Testing

/// A made org with the objects of `fixtures/imports/okta-specified.json`: every member that the API's specification has.
enum SpecifiedOrg {
  private static let root = "https://made.okta.test/api/v1/"

  static func answers() throws -> [SourceAnswer] {
    let json = try JSONReader.read(try Fixtures.text(of: "fixtures/imports/okta-specified.json"))
    let objects = try #require(json["objects"]?.arrayValue)
    func all(_ kind: String) -> JSONValue { .array(objects.filter { $0["kind"]?.stringValue == kind }.compactMap { $0["object"] }) }
    let kinds = [("app", "ACCESS_POLICY"), ("session", "OKTA_SIGN_ON"), ("enrolment", "MFA_ENROLL"), ("password", "PASSWORD")]
    var answers = try MadeOrg().folder().answers
    for (kind, type) in kinds {
      let policies = all("\(kind) policy")
      let id = try #require(policies[0]?["id"]?.stringValue)
      answers.append(SourceAnswer(file: "specified-\(kind).json", url: "\(root)policies?type=\(type)", body: policies))
      answers.append(SourceAnswer(file: "specified-\(kind)-rules.json", url: "\(root)policies/\(id)/rules", body: all("\(kind) rule")))
    }
    let app = """
      [{"id": "app9", "name": "oidc_client", "label": "Specified", "status": "ACTIVE", "signOnMode": "OPENID_CONNECT", "_links":
        {"accessPolicy": {"href": "\(root)policies/spec00"}, "profileEnrollment": {"href": "\(root)policies/n1"}}}]
      """
    return answers + [SourceAnswer(file: "specified-apps.json", url: "\(root)apps", body: try JSONReader.read(app))]
  }
}
