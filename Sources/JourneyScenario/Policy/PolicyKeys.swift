/// The keys of a policy file.
package enum PolicyKey: String, DocumentedKey {
  case origins, env, secrets, commands, probes

  package var summary: String {
    switch self {
    case .origins: "the addresses that may be contacted: of tenants, inboxes, proxies and other hosts"
    case .env: "the environment variables that '${env.…}' may read"
    case .secrets: "the secrets that '${secret.…}' may use, each with the origins that it may go to"
    case .commands: "the local commands that 'run', inboxes and devices may start"
    case .probes: "the probes that may be tried on a live tenant"
    }
  }
}

/// The keys of one of a policy's secrets, where it is a map.
package enum PolicySecretKey: String, DocumentedKey {
  case origins, fields

  package var summary: String {
    switch self {
    case .origins: "the origins that the secret may go to, and the mock tenants that get it"
    case .fields: "the fields that it may be typed into, apart from those of passwords and codes"
    }
  }
}

/// The keys of one of a policy's commands.
package enum PolicyCommandKey: String, DocumentedKey {
  case run, env, timeout

  package var summary: String {
    switch self {
    case .run: "the program and its arguments; '*' at the end of an argument matches one value, '**' at the end any further ones"
    case .env: "the variables that the command gets, and no others"
    case .timeout: "how long it may take; 30 seconds by default"
    }
  }
}
