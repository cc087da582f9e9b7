/// The names that are bound without anybody binding them.
package enum BoundByItself: String, DocumentedKey {
  case account, tenant, app, secret, env
  case caseLabel = "case"
  case index

  package var summary: String {
    switch self {
    case .account: "the account it signs in as, e.g. '${account.email}'"
    case .tenant: "the name of the tenant that the case runs on"
    case .app: "the app it behaves as"
    case .secret: "secrets by name, e.g. '${secret.JANE_PASSWORD}'"
    case .env: "environment variables by name"
    case .caseLabel: "the label of the example row"
    case .index: "the number of the round in 'repeat', from 1"
    }
  }
}
