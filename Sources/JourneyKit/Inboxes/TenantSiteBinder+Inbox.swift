import Diagnostics
import Encodings
import JourneyLanguage
import JourneyModel
import JourneyScenario

/// Where messages arrive, and who answers a push.
extension TenantSiteBinder {
  mutating func inbox(_ entry: TenantEntry) -> SiteInbox? {
    if let path = maildirs[entry.name.value] { return maildir(ofCaller: path, entry) }
    return switch entry.inbox {
    case nil, .mock: nil
    case .mailpit(let address): asked(address, what: "inbox.mailpit").map(SiteInbox.mailpit)
    case .maildir(let path): maildir(path)
    case .http(let members, let range): http(members, at: range)
    case .command(let words, let range): command(words, at: range).map(SiteInbox.command)
    }
  }

  /// The command that answers a push; `nil` if none does.
  mutating func device(_ entry: TenantEntry) -> [String]? {
    switch entry.device {
    case nil, .mock, .manual: nil
    case .command(let words, let range): command(words, at: range)
    }
  }

  private mutating func maildir(_ path: Located<String>) -> SiteInbox? {
    do throws(ScenarioFileError) {
      return .maildir(try files.folder(of: path.value, relativeTo: path.range.file.name), root: nil)
    } catch {
      let advice = error.reason == ProjectFiles.outside ? "'--maildir TENANT=PATH' names one outside of the project" : nil
      report(.unreadableInclude, "the Maildir '\(path.value)' cannot be read: \(error.reason)", at: path.range, suggestion: advice)
      return nil
    }
  }

  /// A folder that the caller names may be anywhere; what is in it is read only from there, links followed.
  private mutating func maildir(ofCaller path: String, _ entry: TenantEntry) -> SiteInbox? {
    let own = ProjectFiles(root: Repository.located(path))
    for part in ["new", "cur"] where !own.isFolder(part) {
      report(.unreadableInclude, "the Maildir '\(path)' cannot be read: it has no folder '\(part)'", at: entry.name.range)
      return nil
    }
    return .maildir("", root: own.root)
  }

  private mutating func http(_ members: [TemplateValue.Member], at range: SourceRange) -> SiteInbox? {
    for member in members where !["url", "token"].contains(member.name.value) {
      report(.unknownKey, "unknown key '\(member.name.value)' in 'http'; expected one of url, token", at: member.name.range)
    }
    guard let address = members.first(where: { $0.name.value == "url" }) else {
      report(.missingKey, "'http' needs 'url', the address to request messages from", at: range)
      return nil
    }
    let token = members.first { $0.name.value == "token" }.flatMap { value($0.value) }
    let text = value(address.value).map { $0.text ?? "" }
    return asked(text, at: address.name.range, what: "inbox.http.url").map { .http($0, token: token) }
  }

  private mutating func command(_ words: [Template], at range: SourceRange) -> [String]? {
    let texts = words.compactMap { text($0) }
    guard texts.count == words.count else { return nil }
    if let refusal = trust.refusal(ofCommand: texts) { report(.notAllowed, refusal, at: range) }
    return texts
  }
}

extension ProjectFiles {
  fileprivate static let outside = "it is outside the project"

  /// The name of a folder that a file names, links followed.
  ///
  /// Throws if it is not one, or is outside the project.
  func folder(of path: String, relativeTo base: String) throws(ScenarioFileError) -> String {
    guard !path.hasPrefix("/") else { throw ScenarioFileError("paths are relative to the file that names them") }
    guard let name = name(ofArgument: FolderPath.parent(of: root + "/" + base) + "/" + path) else {
      throw ScenarioFileError(Self.outside)
    }
    guard isFolder(name) else { throw ScenarioFileError("no such folder") }
    return name
  }
}
