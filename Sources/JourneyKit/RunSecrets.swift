import JourneyModel
import JourneyReports

/// What must not be seen in anything that a run puts out: the one last net of a run.
///
/// Secrets of the whole run are kept; those that a case learned are forgotten some time after it ended, as nothing of it is
/// used any more. So memory stays flat for any number of cases.
struct RunSecrets: Sendable {
  /// As many secrets of cases that ended are still looked for.
  private static let remembered = 4096
  /// Whether a tenant of the run is live: then passwords in files of the project belong to real people, and are looked for like the caller's.
  private let isLive: Bool

  private(set) var redactor = Redactor()
  /// Knows the secrets of the whole run and no others.
  private var lasting = Redactor()
  /// By the ids of cases that are being walked.
  private var open: [String: [Secret]] = [:]
  private var endedCount = 0
  /// What walks learned and the server did not send: it may have been shown before it was known, such as a key that was given to
  /// `totp()` later on.
  ///
  /// Short codes are left out: they are words of other lines by chance.
  private(set) var late = Redactor()
  private static let shortestLate = 12

  init(isLive: Bool = false) { self.isLive = isLive }

  /// Looks for these until the run ends.
  mutating func keep(_ secrets: [Secret]) {
    for secret in secrets {
      lasting.learnClosely(secret, isOfLiveTenant: isLive)
      redactor.learnClosely(secret, isOfLiveTenant: isLive)
    }
  }

  mutating func learn(_ secrets: [Secret], of scenario: String) {
    open[scenario, default: []] += secrets
    for secret in secrets {
      find(secret)
      // What was looked for from the start has been shown nowhere.
      guard secret.source != .server, secret.unsafeText.utf8.count >= Self.shortestLate, !lasting.knows(secret) else { continue }
      late.learn(secret, isOfLiveTenant: isLive)
    }
  }

  /// What the server sent to a case as secrets, without short codes.
  func sent(to scenario: String) -> [Secret] {
    (open[scenario] ?? []).filter { $0.source == .server && $0.unsafeText.utf8.count >= Self.shortestLate }
  }

  /// Takes out at the end what was shown before it was sent as a secret.
  mutating func note(late secret: Secret) { late.learn(secret, isOfLiveTenant: isLive) }

  /// Nothing of this case will be written any more.
  mutating func end(_ scenario: String) {
    endedCount += open.removeValue(forKey: scenario)?.count ?? 0
    guard endedCount > Self.remembered else { return }
    endedCount = 0
    redactor = lasting
    for secret in open.values.joined() { find(secret) }
  }

  private mutating func find(_ secret: Secret) {
    if secret.source == .caller { redactor.learn(secret) } else { redactor.learnClosely(secret, isOfLiveTenant: isLive) }
  }
}
