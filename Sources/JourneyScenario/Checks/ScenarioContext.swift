package import JourneyModel

/// What is known around scenarios before anything is walked: the tenants, and what the command line gives.
package struct ScenarioContext: Sendable {
  /// The tenant of scenarios that name none; `nil` if there is none.
  package var defaultTenant: String?
  /// By name; `nil` if no tenants.yaml was read, so that tenants are not checked.
  package var tenants: [String: TenantContext]?
  /// Variables that the command line gives.
  package var variables: Set<String>

  package init(defaultTenant: String? = nil, tenants: [String: TenantContext]? = nil, variables: Set<String> = []) {
    self.defaultTenant = defaultTenant
    self.tenants = tenants
    self.variables = variables
  }
}

extension ScenarioContext {
  /// What `${tenant}` may be, those that run in the place of others included; `nil` if that is not known.
  var tenantNames: Set<String>? {
    tenants.map { tenants in Set(tenants.keys).union(tenants.values.compactMap(\.name)) }
  }

  /// What conditions may name that is the same in every scenario.
  var knownNames: KnownNames {
    let dialects = tenants?.values.map(\.dialect)
    let apps = dialects.map { Set($0.flatMap { $0?.apps.map(\.name) ?? [] }) }
    return KnownNames(tenants: tenantNames, apps: dialects?.contains { $0 == nil } == false ? apps : nil)
  }
}

/// Names that conditions may ask for, of all tenants; `nil` where they are not known.
struct KnownNames {
  let tenants: Set<String>?
  let apps: Set<String>?
}

/// What scenarios of one tenant may say.
package struct TenantContext: Sendable {
  /// `nil` if the dialect is not known, so that it is not checked.
  package var dialect: DialectDescription?
  /// The attributes of each account by its name; `nil` if accounts are not known.
  package var accounts: [String: [String]]?
  /// The addresses of the accounts, in lower case; `nil` if one may have an address that is not known.
  package var addresses: Set<String>?
  /// What a mock offers; `nil` for live tenants.
  package var inventory: TenantInventory?
  /// What steps on the web pages may say that its journeys leave for; `nil` where none are walked.
  package var pages: PagesContext?
  /// What `${tenant}` is; `nil` if that is not known.
  package var name: String?
  /// Its name, where its accounts are those that tenants.yaml gives it; `nil` for a mock, which has its own.
  package var installation: String?
  /// Whether an app can sign in there; a web site without OpenID gives no tokens.
  package var hasOpenID: Bool

  package init(
    dialect: DialectDescription? = nil, accounts: [String: [String]]? = nil, addresses: Set<String>? = nil,
    inventory: TenantInventory? = nil,
    pages: PagesContext? = nil, name: String? = nil, installation: String? = nil, hasOpenID: Bool = true
  ) {
    self.hasOpenID = hasOpenID
    self.dialect = dialect
    self.accounts = accounts
    self.addresses = addresses
    self.inventory = inventory
    self.pages = pages
    self.name = name
    self.installation = installation
  }
}

/// The web pages that journeys of a tenant leave for.
package struct PagesContext: Sendable {
  package var dialect: DialectDescription
  /// The pages of a mock that has some; `nil` where they are not known.
  package var inventory: TenantInventory?

  package init(dialect: DialectDescription, inventory: TenantInventory? = nil) {
    self.dialect = dialect
    self.inventory = inventory
  }
}

/// The screens of a mock tenant, as far as scenarios can name them.
package struct TenantInventory: Sendable, Hashable {
  /// One form of a screen.
  package struct Form: Sendable, Hashable {
    package var id: String
    /// Other names that a scenario may use.
    package var aliases: [String]
    package var widgets: [Widget]

    package init(id: String, aliases: [String] = [], widgets: [Widget]) {
      self.id = id
      self.aliases = aliases
      self.widgets = widgets
    }
  }

  /// One widget of a form.
  package struct Widget: Sendable, Hashable {
    package var id: String
    /// The dialect's word for what it is; `nil` if it depends.
    package var type: String?

    package init(id: String, type: String? = nil) {
      self.id = id
      self.type = type
    }
  }

  /// The forms of each screen by its id.
  package var screens: [String: [Form]]
  /// What the tenant may say, in all its languages.
  package var messages: [String]
  /// For each screen those that may come after it, at once or later, itself too; a screen that is missing may lead anywhere.
  package var following: [String: Set<String>]

  package init(screens: [String: [Form]], messages: [String] = [], following: [String: Set<String>] = [:]) {
    self.screens = screens
    self.messages = messages
    self.following = following
  }
}
