import Diagnostics
import LocatedYAML

extension MockTenant {
  /// What the tenant's policies are set to, in the order written.
  var policies: [PolicyDefinition] { definition.policy }

  /// The tenant under other policies; `nil` if it cannot be so, which is reported.
  ///
  /// - Parameter changed: policies that it has, with other values.
  func with(policies changed: [PolicyDefinition], diagnostics: inout [Diagnostic]) -> MockTenant? {
    var definition = definition
    for policy in changed {
      guard let place = definition.policy.firstIndex(where: { $0.name.value == policy.name.value }) else { continue }
      definition.policy[place] = policy
    }
    var tenant = Self.compile(definition, speech: speech, inherited: inherited, diagnostics: &diagnostics)
    for other in besides { tenant = tenant?.speaking(other, diagnostics: &diagnostics) }
    tenant?.compiled.possibleWeaknesses = compiled.possibleWeaknesses
    tenant?.compiled.slips = compiled.slips
    tenant?.compiled.key = compiled.key
    tenant?.compiled.situation = compiled.situation
    return tenant
  }
}
