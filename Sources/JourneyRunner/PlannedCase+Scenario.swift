internal import Diagnostics
internal import JourneyLanguage
package import JourneyModel
package import JourneyScenario

extension PlannedCase {
  /// The case with its steps compiled, on this tenant.
  ///
  /// - Parameters:
  ///   - skipped: why it is not run, if the caller knows: `skip`, a selection, what the tenant cannot do.
  ///   - fixed: what the command line binds.
  package init(_ expanded: ScenarioCase, on tenant: CaseTenant, skipped: String? = nil, fixed: [Value.Member] = []) {
    let scenario = expanded.scenario
    var tenant = tenant
    tenant.app = expanded.app ?? tenant.app
    let facts = PlannedScenario(
      name: expanded.name, file: scenario.file.name, line: scenario.range.start.line, description: scenario.description,
      tags: scenario.tags, owner: scenario.owner, ticket: scenario.ticket, tenant: tenant.name, dialect: tenant.dialect.name,
      app: tenant.app, knownIssue: scenario.knownIssue, skipped: skipped)
    self.init(
      id: expanded.id, facts: facts, main: ProgramCompiler.compile(scenario.steps), tenant: tenant,
      before: ProgramCompiler.compile(scenario.before), after: ProgramCompiler.compile(scenario.after), start: scenario.start,
      variables: CaseVariables(
        label: expanded.label, vars: scenario.vars, row: expanded.row, cell: expanded.cell, fixed: fixed),
      timeout: scenario.timeout, retries: scenario.retries,
      indistinguishableFrom: scenario.examples?.indistinguishable == true ? expanded.comparisonGroup : nil)
    given = scenario.given
  }
}

extension ScenarioCase {
  /// Rows are compared with rows of the same cell and app only.
  fileprivate var comparisonGroup: String {
    let cell = cell.map { "\($0.name)=\($0.value.quoted)" }.joined(separator: ",")
    return "\(group){\(cell)}@\(app ?? "")"
  }
}
