import Encodings
import OktaImport
import TenantImport
import Testing

/// What of an expression is written.
struct OktaExpressionTests {
  @Test(arguments: [
    ("user.profile.employeeNumber == 471108154711", "user.profile.employeeNumber == '…'"),
    ("user.profile.phone == +15550100999", "user.profile.phone == '…'"),
    ("device.profile.serialNumber == C02LEAK", "device.profile.serialNumber == '…'"),
    (#"user.profile.x == 'it\'s LEAK' && user.profile.y == true"#, "user.profile.x == '…' && user.profile.y == true"),
    ("user.profile.x == `LEAK` || user.profile.y == \u{2018}LEAK\u{2019}", "user.profile.x == '…' || user.profile.y == '…'"),
    ("device.profile.osVersion.versionGreaterThan('14.1')", "device.profile.osVersion.versionGreaterThan('…')"),
    ("user.profile.level == 12 AND user.profile.a == user.profile.b", "user.profile.level == 12 AND user.profile.a == user.profile.b"),
  ])
  func `numbers, texts and serial numbers of an expression are not written`(_ text: String, _ shown: String) throws {
    let condition = JSONWriter.text(of: .object([.init("elCondition", .object([.init("condition", .string(text))]))]))
    let written = try #require(try MadeOrg(app: [("R", condition, MadeOrg.deny)]).imported().tenant.open.first?.text)
    #expect(written == shown || written.hasPrefix("\(shown), in part, digest "), "\(written)")
  }
}
