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
