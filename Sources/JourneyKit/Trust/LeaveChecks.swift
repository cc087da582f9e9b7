import Diagnostics
import Encodings
import JourneyClient
import JourneyLanguage
import JourneyModel
import JourneyScenario

/// What a scenario needs its caller's leave for and does not get, found before anything is walked.
struct LeaveChecks {
  let trust: TrustRules
  let site: TenantSite
  let spelling: SettingSpelling

  /// In the order of commands, requests and probes.
  func problems(of scenario: Scenario) -> [Diagnostic] {
    let leave = scenario.neededLeave
    let secrets = secretNames(of: scenario, leave)
    var problems: [Diagnostic] = []
    for command in leave.commands { problems += self.problems(of: command, secrets) }
    for request in leave.requests { problems += self.problems(of: request) }
    for probe in leave.probes where !site.isProbedFreely {
      guard let refusal = trust.refusal(ofProbe: probe.value) else { continue }
      problems.append(Diagnostic(.notAllowed, refusal, at: probe.range, suggestion: hint("probes")))
    }
    return problems
  }

  private func hint(_ key: String) -> String? { trust.policy == nil ? "give '\(spelling[.policyFile])' with '\(key)' in it" : nil }

  // MARK: Commands

  private func problems(of command: Located<CommandStep>, _ secrets: Set<String>) -> [Diagnostic] {
    let arguments = command.value.arguments
    if let refusal = trust.refusal(ofCommand: arguments.map(\.constant)) {
      return [Diagnostic(.notAllowed, refusal, at: command.range, suggestion: hint("commands"))]
    }
    guard let reference = arguments.flatMap(\.references).first(where: { Self.isSecret($0, secrets) }) else { return [] }
    let message = "a secret as an argument would be visible in the process list, which every user of the machine can read"
    return [
      Diagnostic(.notAllowed, message, at: reference.range, suggestion: "name it under the command's 'env' in the policy")
    ]
  }

  /// The variables that contain secrets, as far as the file shows.
  private func secretNames(of scenario: Scenario, _ leave: NeededLeave) -> Set<String> {
    var names = leave.capturedSecrets
    for variable in scenario.vars where variable.value.references.contains(where: { Self.isSecret($0, names) }) {
      names.insert(variable.name.value)
    }
    return names
  }

  private static func isSecret(_ reference: Reference, _ names: Set<String>) -> Bool {
    if reference.isSecret || names.contains(reference.name) { return true }
    guard reference.name == "account", case .member(let attribute)? = reference.path.first else { return false }
    return attribute == "password" || attribute == "totp"
  }

  // MARK: Requests

  /// What is wrong with an address whose beginning is written out: it is not allowed, or a secret may not go there.
  private func problems(of request: Located<HTTPStep>) -> [Diagnostic] {
    guard let url = Self.beginning(of: request.value.url), let origin = url.origin else { return [] }
    let allowed = AllowedOrigins(site.origins.union(trust.requestOrigins))
    if let refusal = allowed.refusal(of: url) {
      let advice = "name its host under 'allow: {hosts: […]}' in tenants.yaml" + (trust.policy == nil ? "" : ", and in the policy")
      return [Diagnostic(.notAllowed, refusal, at: request.value.url.range, suggestion: advice)]
    }
    return request.value.references.compactMap { reference in
      guard reference.isSecret, case .member(let name)? = reference.path.first,
        !site.secretScope.origins(trust.origins(ofSecret: name)).contains(origin)
      else { return nil }
      return Diagnostic(.notAllowed, "the secret '\(name)' may not go to '\(origin)'", at: reference.range)
    }
  }

  /// Scheme, host and port, where all of them are written before the first variable; `nil` if they are not, or where the
  /// address is below the issuer.
  private static func beginning(of template: Template) -> WebURL? {
    guard case .literal(let text)? = template.parts.first, let scheme = text.firstRange(of: "://") else { return nil }
    let end = text[scheme.upperBound...].firstIndex { "/?#\\".contains($0) }
    guard end != nil || template.parts.count == 1 else { return nil }
    do throws(WebURLError) { return try WebURL(String(text[..<(end ?? text.endIndex)])) } catch {
      // That it cannot be read is reported where it is used.
      return nil
    }
  }
}

extension HTTPStep {
  /// What its address, headers and body draw on.
  fileprivate var references: [Reference] {
    let sent =
      switch body {
      case .none: [Reference]()
      case .json(let value): value.references
      case .form(let members): members.flatMap(\.value.references)
      case .text(let text): text.references
      }
    return url.references + headers.flatMap(\.value.references) + sent
  }
}
