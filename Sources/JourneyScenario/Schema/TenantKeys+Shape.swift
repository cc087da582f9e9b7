internal import JourneyLanguage
internal import JourneyModel

extension TenantsFileKey {
  var shape: ValueShape {
    switch self {
    case .default: .text
    case .tenants: .map(.keys(TenantKey.shapes(\.shape)))
    case .allow: .keys(AllowKey.shapes(\.shape))
    }
  }
}

extension TenantKey {
  var shape: ValueShape {
    switch self {
    case .like, .dialect, .issuer, .site, .rate, .proxy: .text
    case .mock: .either([.text, .keys(MockKey.shapes { _ in .text })])
    case .client: .keys(ClientKey.shapes(\.shape))
    case .accounts: .map(.map(.anything))
    case .given: GivenSituation.shape
    case .inbox: .either([.word(["mock"]), .keys(InboxKey.shapes(\.shape))])
    case .device: .either([.word(["mock", "manual"]), .keys(DeviceKey.shapes { _ in .list(.text) })])
    case .claimedLinks: .texts
    case .requestTimeout: .duration
    case .tls: .keys(TLSKey.shapes(\.shape))
    case .headers: .map(.text)
    case .pages: .keys(PagesKey.shapes(\.shape))
    case .engine: .word(PageEngineKind.allCases.map(\.rawValue))
    case .checks: .map(.keys(CheckKey.shapes { _ in .text }))
    }
  }
}

extension ClientKey {
  var shape: ValueShape { self == .scopes ? .texts : .text }
}

extension InboxKey {
  var shape: ValueShape {
    switch self {
    case .mailpit, .maildir: .text
    case .http: .map(.anything)
    case .command: .list(.text)
    }
  }
}

extension TLSKey {
  var shape: ValueShape { self == .verify ? .flag : .text }
}

extension PagesKey {
  var shape: ValueShape {
    switch self {
    case .rules: .list(.keys(PageRuleKey.shapes(\.shape)))
    case .messages: .map(.word(PageMessageLevel.allCases.map(\.rawValue)))
    }
  }
}

extension PageRuleKey {
  var shape: ValueShape {
    switch self {
    case .screen, .path, .method, .title, .h1: .text
    case .status: .count(PagesEntry.statuses)
    case .has: .texts
    }
  }
}

extension AllowKey {
  var shape: ValueShape { self == .hosts ? .texts : .flag }
}
