package import JourneyLanguage
package import JourneyModel
package import JourneyScenario

/// One case as it will run: a scenario with one row, one cell and one app, its steps compiled.
///
/// It contains templates, not values: every attempt binds them again.
package struct PlannedCase: Sendable, Hashable, Identifiable {
  /// Stable and unique in a plan: path, `#`, slug, then `[case]{cell}@app`.
  package var id: String
  /// What reports show about it; a reason in `skipped` means that it does not run.
  package var facts: PlannedScenario
  package var before: Program
  package var main: Program
  package var after: Program
  package var start: StartSpecification
  /// The situation that the tenant's rules see; `nil` for the tenant's own.
  package var given: GivenSituation?
  package var variables: CaseVariables
  package var tenant: CaseTenant
  /// Of one attempt, without `after`; `nil` for no limit.
  package var timeout: Duration?
  /// How often it is retried; `nil` if the run's own number counts.
  package var retries: Int?
  /// The id of the rows that must not differ from each other; `nil` if rows may.
  package var indistinguishableFrom: String?

  package init(
    id: String, facts: PlannedScenario, main: Program, tenant: CaseTenant, before: Program = Program(), after: Program = Program(),
    start: StartSpecification = StartSpecification(), variables: CaseVariables = CaseVariables(), timeout: Duration? = nil,
    retries: Int? = nil, indistinguishableFrom: String? = nil
  ) {
    self.id = id
    self.facts = facts
    self.before = before
    self.main = main
    self.after = after
    self.start = start
    self.variables = variables
    self.tenant = tenant
    self.timeout = timeout
    self.retries = retries
    self.indistinguishableFrom = indistinguishableFrom
  }
}

/// Where the variables of a case come from; what binds last wins: variables, row, cell, what the caller fixed.
package struct CaseVariables: Sendable, Hashable {
  /// The example row's label, which is `${case}`; `nil` without rows.
  package var label: String?
  /// The scenario's `vars`, in the order written; later ones may use earlier ones.
  package var vars: [TemplateValue.Member]
  package var row: [TemplateValue.Member]
  package var cell: [Value.Member]
  /// What the command line sets, e.g. `--var k=v`.
  package var fixed: [Value.Member]

  package init(
    label: String? = nil, vars: [TemplateValue.Member] = [], row: [TemplateValue.Member] = [], cell: [Value.Member] = [],
    fixed: [Value.Member] = []
  ) {
    self.label = label
    self.vars = vars
    self.row = row
    self.cell = cell
    self.fixed = fixed
  }
}

/// The tenant of a case, as far as a walk and the scheduler need it.
package struct CaseTenant: Sendable, Hashable {
  /// The tenant's name, which is `${tenant}`.
  package var name: String
  package var dialect: DialectDescription
  /// The app it behaves as, which is `${app}`; `nil` for the dialect's first.
  package var app: String?
  /// What walks its pages; `nil` in a dialect without pages.
  package var engine: PageEngineKind?
  /// The accounts it may sign in as, any that is free; empty for none.
  package var accounts: [String]
  /// Whether an account serves one case at a time, as on a live tenant, where cases share what accounts remember.
  package var sharesAccounts: Bool
  /// The app's redirect URI, to which a `hand_over` that comes back adds its members.
  package var redirectURI: String?
  /// The dialect of the web pages that its journeys leave for; `nil` where none are walked.
  package var pages: DialectDescription?
  /// The names of its screens, as far as they are known: a name among them is not a misspelling.
  package var screens: Set<String> = []

  package init(
    name: String, dialect: DialectDescription, app: String? = nil, accounts: [String] = [], sharesAccounts: Bool = false,
    redirectURI: String? = nil, pages: DialectDescription? = nil
  ) {
    self.name = name
    self.dialect = dialect
    self.app = app
    self.accounts = accounts
    self.sharesAccounts = sharesAccounts
    self.redirectURI = redirectURI
    self.pages = pages
  }

  /// Whether it remembers what cases do.
  var isLive: Bool { sharesAccounts }

  /// The tenant as a browser shows it that the app opened.
  var onPages: CaseTenant {
    var tenant = self
    tenant.dialect = pages ?? dialect
    tenant.app = nil
    return tenant
  }

  /// The rules that the app enforces before it posts.
  var enforcedRules: Set<String> { profile?.enforcedRules ?? ["options", "readonly"] }

  /// What a person presses in the app to submit a form.
  package var submission: FormSubmission { profile?.submission ?? .drawnByApp }

  private var profile: AppProfile? { dialect.apps.first { $0.name == app } ?? dialect.apps.first }
}
