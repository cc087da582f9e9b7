import Encodings
import JourneyClient
import JourneyModel

/// Where a live tenant's messages arrive, everything in it bound.
enum SiteInbox: Sendable, Hashable {
  case mailpit(WebURL)
  /// With a bearer token, if any.
  case http(WebURL, token: Value?)
  /// A folder, by its path from the project's, or from a folder that the caller names.
  case maildir(String, root: String?)
  /// A command and its arguments.
  case command([String])

  /// The inbox as a walk asks it.
  func opened(_ transport: any HTTPTransport, _ files: ProjectFiles, _ commands: LocalCommands) -> any Inbox {
    switch self {
    case .mailpit(let address): MailpitInbox(address: address, transport: transport)
    case .http(let address, let token): HTTPInbox(address: address, token: token, transport: transport)
    case .maildir(let folder, let root): MaildirInbox(files: root.map { ProjectFiles(root: $0) } ?? files, folder: folder)
    case .command(let words): CommandInbox(words: words, commands: commands)
    }
  }
}

/// What an inbox may receive: some are asked for the messages to a recipient, and a recipient may contain secrets.
extension SiteInbox {
  /// Why a recipient that is made of this secret is not sent to the inbox; `nil` if it may be.
  ///
  /// Without a policy, what the caller gave may be looked for in the inbox that the tenant names.
  func refusal(of secret: Secret, within scope: SecretScope, _ trust: TrustRules) -> String? {
    if trust.policy == nil, secret.source == .caller { return nil }
    switch self {
    // The messages of these are looked through on this machine.
    case .mailpit, .maildir: return nil
    case .http(let address, _):
      guard let origin = address.origin else { return nil }
      do throws(SecretRefusal) { _ = try secret.bound(to: scope).reveal(to: origin) } catch {
        return "the inbox was not asked: the secret '\(error.secret)' in the recipient may not go to '\(error.origin)'"
      }
      return nil
    case .command(let words):
      guard !trust.hands(secret.name, toCommand: words) else { return nil }
      return "the inbox was not asked: the policy does not list the secret '\(secret.name)' of the recipient in the 'env' of its command"
    }
  }
}
