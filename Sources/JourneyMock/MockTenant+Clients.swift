import Diagnostics

extension MockTenant {
  /// The tenant with one more public app, which may ask for whatever any other app may; an app of the same id is replaced.
  ///
  /// - Parameter redirectURIs: where it takes answers, and where people come back to when they sign out.
  /// - Returns: `nil` where the tenant cannot be compiled again, which its own file would have been refused for.
  package func adding(client id: String, redirectURIs: [String]) -> MockTenant? {
    var scopes: [String] = []
    for scope in definition.clients.flatMap(\.scopes) where !scopes.contains(scope) { scopes.append(scope) }
    let client = ClientDefinition(id: id, redirectURIs: redirectURIs, logoutURIs: redirectURIs, scopes: scopes, alwaysRefreshes: false)
    var changed = definition
    if let place = changed.clients.firstIndex(where: { $0.id == id }) {
      changed.clients[place] = client
    } else {
      changed.clients.append(client)
    }
    // Warnings were reported when the file was read.
    var known: [Diagnostic] = []
    var tenant = Self.compile(changed, speech: speech, inherited: inherited, diagnostics: &known)
    for other in besides { tenant = tenant?.speaking(other, diagnostics: &known) }
    tenant?.compiled.possibleWeaknesses = compiled.possibleWeaknesses
    tenant?.compiled.slips = compiled.slips
    return tenant
  }
}
