/// The keys of tenants.yaml.
package enum TenantsFileKey: String, DocumentedKey {
  case `default`, tenants, allow

  package var summary: String {
    switch self {
    case .default: "the tenant of scenarios that name none"
    case .tenants: "the tenants by name"
    case .allow: "what scenarios may do on this machine"
    }
  }
}

/// The keys of one tenant.
package enum TenantKey: String, DocumentedKey {
  case like, dialect, mock, issuer, site, client, accounts, given, inbox, device
  case claimedLinks = "claimed_links"
  case rate
  case requestTimeout = "request_timeout"
  case tls, proxy, headers, pages, engine, checks

  package var summary: String {
    switch self {
    case .like: "another tenant, from which it inherits everything it does not override"
    case .dialect: "the protocol it speaks"
    case .mock: "the file that defines it as a mock, or '{at: URL}' of a mock that is served"
    case .issuer: "the address of a live tenant"
    case .site: "the first page of a web site that is walked without OpenID"
    case .client: "the app as the tenant knows it"
    case .accounts: "the people who can sign in, by name"
    case .given: "the situation in which scenarios meet it: of a live tenant, where its runner is"
    case .inbox: "where its mails and text messages arrive"
    case .device: "what answers a push"
    case .claimedLinks: "links that go to the app instead of a browser; '*' at the end matches anything"
    case .rate: "the maximum number of requests, e.g. '5/s'"
    case .requestTimeout: "how long one exchange may take"
    case .tls: "which certificates are trusted"
    case .proxy: "the proxy that all requests go through"
    case .headers: "headers of every request to it"
    case .pages: "how hosted pages become screens"
    case .engine: "what walks its web pages: plain HTTP or a real browser"
    case .checks: "the passive checks that are switched off for it, by name, each with the reason"
    }
  }
}

/// The keys of `client`.
package enum ClientKey: String, DocumentedKey {
  case id, secret
  case redirectURI = "redirect_uri"
  case scopes
  case logoutURI = "logout_uri"
  case entryURL = "entry_url"

  package var summary: String {
    switch self {
    case .id: "the client's id"
    case .secret: "the client's secret, for clients that have one"
    case .redirectURI: "where the app is redirected to, compared exactly"
    case .scopes: "the scopes to request if a scenario's 'start' names none"
    case .logoutURI: "where a logout leads"
    case .entryURL: "the address of links that start a journey in the app"
    }
  }
}

/// The keys of a map under `mock`.
package enum MockKey: String, DocumentedKey {
  case at

  package var summary: String { "where a mock is served" }
}

/// The keys of `inbox`: one of them, or the word `mock`.
package enum InboxKey: String, DocumentedKey {
  case mailpit, maildir, http, command

  package var summary: String {
    switch self {
    case .mailpit: "the address of a Mailpit server"
    case .maildir: "a folder in the Maildir format"
    case .http: "how to request messages over HTTP"
    case .command: "a command that prints messages"
    }
  }
}

/// The keys of a map under `device`.
package enum DeviceKey: String, DocumentedKey {
  case command

  package var summary: String { "a command that answers a push" }
}

/// The keys of `tls`.
package enum TLSKey: String, DocumentedKey {
  case ca, verify

  package var summary: String {
    switch self {
    case .ca: "a PEM file of authorities that are trusted in addition to the system's"
    case .verify: "false to check no certificates"
    }
  }
}

/// The keys of `pages`.
package enum PagesKey: String, DocumentedKey {
  case rules, messages

  package var summary: String {
    switch self {
    case .rules: "which page is which screen; the first rule that fits names it"
    case .messages: "selectors of elements that show messages, each with the level of its messages"
    }
  }
}

/// The keys of one check under `checks`.
package enum CheckKey: String, DocumentedKey {
  case skip

  package var summary: String { "why the check is switched off" }
}

/// The keys of one rule under `pages`.
package enum PageRuleKey: String, DocumentedKey {
  case screen, path, method, status, title, h1, has

  package var summary: String {
    switch self {
    case .screen: "the id of the screen that the page is"
    case .path: "the path of the page's address; a segment that begins with a colon matches any"
    case .method: "the method of the request that the page answers"
    case .status: "the HTTP status that the page came with"
    case .title: "the page's title, with or without what follows its last '|'"
    case .h1: "the text of the first 'h1'"
    case .has: "selectors, each of which finds something on the page"
    }
  }
}

/// The keys of `allow`.
package enum AllowKey: String, DocumentedKey {
  case commands, hosts, probes

  package var summary: String {
    switch self {
    case .commands: "false to run no commands, even if the policy allows them"
    case .hosts: "hosts that 'request' may be sent to, in addition to the tenants' own"
    case .probes: "false to probe no live tenants, even if the policy allows it"
    }
  }
}
