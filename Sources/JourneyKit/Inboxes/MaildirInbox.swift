import FoundationEssentials
import JourneyClient
import JourneyModel
import JourneyScenario
import SystemCalls

/// A folder in the Maildir format, inside the project or where the caller says: a file for each mail, in `new` or `cur`.
///
/// When a mail arrived is when its file was made; the clocks of file systems are coarse, hence the leeway. A time without a fraction is one
/// of whole seconds, as programs that copy mails set it: the mail came within that second.
struct MaildirInbox: Inbox {
  private static let leeway: Duration = .milliseconds(20)

  private static func leeway(of time: Instant) -> Duration { time.isWholeSecond ? .seconds(1) : leeway }

  let files: ProjectFiles
  /// From the folder of the files; empty for that folder itself.
  let folder: String

  func messages(
    to recipient: String, channel: InboxMessage.Channel, since mark: Instant
  ) async throws(DriverError) -> [InboxMessage] {
    guard channel == .mail else { return [] }
    var messages: [InboxMessage] = []
    for place in ["new", "cur"] {
      let folder = self.folder.isEmpty ? place : "\(self.folder)/\(place)"
      guard files.isFolder(folder) else { throw DriverError(.impossible, "'\(shown)' is not a Maildir: it has no folder '\(place)'") }
      do throws(ScenarioFileError) {
        for entry in try files.entries(of: folder) where !entry.name.hasPrefix(".") {
          guard let received = received("\(folder)/\(entry.name)"), received + Self.leeway(of: received) >= mark else { continue }
          if let message = try message(entry.name, in: folder, to: recipient, received) { messages.append(message) }
        }
      } catch {
        throw DriverError(.impossible, "the Maildir '\(shown)' cannot be read: \(error.reason)")
      }
    }
    return messages.sorted { ($0.received, $0.id) < ($1.received, $1.id) }
  }

  private var shown: String { folder.isEmpty ? files.root : folder }

  /// `nil` for a mail to another recipient.
  private func message(
    _ entry: String, in folder: String, to recipient: String, _ received: Instant
  ) throws(ScenarioFileError) -> InboxMessage? {
    let mail = MailText(try files.bytes(of: "\(folder)/\(entry)"))
    guard mail.recipients.contains(recipient.lowercased()) else { return nil }
    // The part after the colon changes once the mail is read.
    let id = String(entry.prefix { $0 != ":" })
    return InboxMessage(
      id: id, channel: .mail, to: recipient, subject: mail.subject, text: mail.text.isEmpty ? mail.html : mail.text,
      links: MailLinks.found(in: mail.text.isEmpty ? mail.html : mail.text), received: received)
  }

  /// `nil` for a file that went away meanwhile.
  private func received(_ name: String) -> Instant? {
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: files.absolute(name))
      guard let date = attributes[.modificationDate] as? Date else { return nil }
      return Instant(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded(.down)))
    } catch {
      return nil
    }
  }
}

extension Instant {
  fileprivate var isWholeSecond: Bool { milliseconds % 1_000 == 0 }
}
