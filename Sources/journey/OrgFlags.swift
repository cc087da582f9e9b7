import ArgumentParser
import JourneyKit

/// The flags with which an import reads a live org.
struct OrgFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp("In place of a folder: read the org at this address, e.g. https://acme.okta.com, with GET alone.", valueName: "url"))
  var org: String?

  @Option(
    help: ArgumentHelp("With --org: keep the responses without secrets in a new folder, which can be imported again.", valueName: "folder"))
  var save: String?

  @Option(
    help: ArgumentHelp(
      "With --org: the name of the secret that has the token, in the environment or in the file of --secrets; OKTA_TOKEN by default.",
      valueName: "name"))
  var token: String?

  @Option(
    help: ArgumentHelp(
      "With --org: what kind of token it is, the access token of a service app (bearer, the default) or an API token (ssws).",
      valueName: "bearer|ssws"))
  var tokenKind: OrgAccess.TokenKind?

  @Option(help: ArgumentHelp("With --org: read secrets from a file of NAME=VALUE lines.", valueName: "file"))
  var secrets: String?

  @Option(help: ArgumentHelp("With --org: ask only addresses, and use only secrets, that this file lists.", valueName: "file"))
  var policy: String?

  func validate() throws {
    if let token, !OrgAccess.isName(token) {
      // The text may be the token itself.
      throw ValidationError("--token takes the name of a secret, such as OKTA_TOKEN, and not the token, which others would see.")
    }
    if save?.isEmpty == true { throw ValidationError("--save is empty: name a new folder.") }
    let others = [
      ("--save", save), ("--token", token), ("--token-kind", tokenKind?.rawValue), ("--secrets", secrets), ("--policy", policy),
    ]
    if org == nil, let flag = others.first(where: { $0.1 != nil })?.0 { throw ValidationError("\(flag) is for --org: add --org URL.") }
  }

  /// `nil` where no live org is read.
  var access: OrgAccess? {
    guard org != nil else { return nil }
    var access = OrgAccess(secret: token ?? "OKTA_TOKEN")
    access.kind = tokenKind ?? .bearer
    access.secretsFile = secrets
    access.policyFile = policy
    access.environment = ProcessEnvironment.variables
    access.savedTo = save
    return access
  }
}
