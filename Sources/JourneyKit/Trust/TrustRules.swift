import Diagnostics
import Encodings
import JourneyClient
import JourneyLanguage
import JourneyModel
import JourneyScenario

/// What a run may use: what the caller's policy names, less what tenants.yaml gives up.
///
/// Without a policy nothing is pinned, but commands are not run and live tenants are not probed.
struct TrustRules: Sendable {
  /// `nil` if the caller gives none.
  let policy: Policy?
  /// What tenants.yaml says.
  var allowance = TenantsFile.Allowance()

  init(_ policy: Policy? = nil) { self.policy = policy }

  /// Why this address is not requested; `nil` if it may be.
  func refusal(of url: WebURL) -> String? {
    guard let policy, let origin = url.origin, !policy.origins.contains(origin) else { return nil }
    return "the policy does not allow '\(origin)'; \(Self.list(policy.origins.map(\.description), of: "address"))"
  }

  /// The environment variables that `${env.…}` may read.
  func variables(of all: [String: String]) -> [String: String] {
    guard let policy else { return all }
    return all.filter { policy.variables.contains($0.key) }
  }

  /// The secrets that `${secret.…}` may use.
  func secrets(of all: [String: String]) -> [String: String] {
    guard let policy else { return all }
    return all.filter { policy.secrets[$0.key] != nil }
  }

  /// What commands get and must not be seen: all that the policy lists for them, except what '${env.…}' may read and what has
  /// only where programs and folders are.
  func handedSecrets(of all: [String: String]) -> [String: String] {
    let handed = Set(policy?.commands.flatMap(\.variables) ?? [])
    return all.filter { name, _ in
      handed.contains(name) && policy?.variables.contains(name) == false && !Self.isPlain(name)
    }
  }

  private static let plainVariables: Set = [
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LANGUAGE", "TZ", "PWD", "TMPDIR", "HOSTNAME", "CI",
  ]

  private static func isPlain(_ name: String) -> Bool { plainVariables.contains(name) || name.hasPrefix("LC_") }

  /// Where a secret may go at most; `nil` for no limit.
  func origins(ofSecret name: String) -> Set<Origin>? {
    guard let policy else { return nil }
    return policy.secrets[name] ?? []
  }

  /// The fields that a secret may be typed into, apart from those of passwords and codes; `nil` for any.
  func fields(ofSecret name: String) -> Set<String>? {
    guard let policy else { return nil }
    return policy.fields[name] ?? []
  }

  /// Whether a mock that the project brings gets a secret.
  func tells(_ secret: String, toMock name: String) -> Bool {
    guard let policy else { return true }
    return policy.mocks[secret]?.contains(name) ?? false
  }

  /// Why a name of `${secret.…}` or `${env.…}` may not be used; `nil` if it may.
  func refusal(ofName name: String, isSecret: Bool) -> String? {
    guard let policy else { return nil }
    if isSecret {
      return policy.secrets[name] == nil
        ? "the policy names no secret '\(name)'; \(Self.list(Array(policy.secrets.keys), of: "secret"))" : nil
    }
    guard !policy.variables.contains(name) else { return nil }
    return "the policy names no environment variable '\(name)'; \(Self.list(Array(policy.variables), of: "variable"))"
  }

  /// The origins that `request` may be sent to in addition to the tenant's own: what tenants.yaml lists and no policy forbids.
  var requestOrigins: Set<Origin> {
    let named = Set((allowance.hosts ?? []).compactMap { Self.origin(ofHost: $0.value) })
    return policy.map { named.intersection($0.origins) } ?? named
  }

  /// The origin of a host, or of an address that is written whole.
  private static func origin(ofHost host: String) -> Origin? {
    do throws(WebURLError) {
      return try WebURL(host.contains("://") ? host : "https://\(host)").origin
    } catch {
      return nil
    }
  }

  /// What a message says is possible.
  static func list(_ names: [String], of what: String) -> String {
    guard !names.isEmpty else { return "it allows no \(what)" }
    let sorted = names.sorted()
    return "it allows " + sorted.prefix(20).joined(separator: ", ") + (sorted.count > 20 ? ", …" : "")
  }
}

/// Commands and probes.
extension TrustRules {
  /// Why a command is not run; `nil` if it may be.
  ///
  /// - Parameter arguments: the program and its arguments; `nil` for one that is not known yet.
  func refusal(ofCommand arguments: [String?]) -> String? {
    guard let policy else { return "commands are run only if the caller's policy allows them" }
    guard allowance.commands != false else { return "tenants.yaml allows no commands" }
    guard !policy.commands.contains(where: { $0.fits(arguments) }) else { return nil }
    if let argument = policy.commands.lazy.compactMap({ $0.tooTelling(arguments) }).first {
      return "the policy does not allow the argument '\(argument)': \(Policy.Command.patternRule)"
    }
    return "the policy does not allow this command; \(Self.list(policy.commands.map(\.spelling), of: "command"))"
  }

  /// Whether a command gets a secret of this name, e.g. `secret.JANE_EMAIL`, among its variables.
  func hands(_ secret: String, toCommand arguments: [String]) -> Bool {
    guard let policy else { return false }
    return policy.commands.contains { command in
      command.fits(arguments.map(Optional.some)) && command.variables.contains { secret == "secret.\($0)" }
    }
  }

  /// Why a live tenant is not tried with a probe; `nil` if it may be.
  func refusal(ofProbe name: String) -> String? {
    guard let policy else { return "a live tenant is probed only if the caller's policy allows it" }
    guard allowance.probes != false else { return "tenants.yaml allows no probes of live tenants" }
    guard !policy.probes.contains(where: { $0.rawValue == name }) else { return nil }
    return "the policy does not allow the probe '\(name)' of live tenants; \(Self.list(policy.probes.map(\.rawValue), of: "probe"))"
  }
}
