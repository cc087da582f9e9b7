/// How a tenant's servers are reached: limits, trust, proxy, rate.
package struct HTTPClientSettings: Sendable, Hashable {
  /// Whose certificates are believed.
  package enum Trust: Sendable, Hashable {
    /// The authorities that this system believes.
    case system
    /// Those, and the certificates in this PEM text.
    case systemAnd(pem: [UInt8])
    /// Anybody's: no certificate is checked.
    case anyone
  }

  /// A proxy that all requests go through, by CONNECT.
  package struct Proxy: Sendable, Hashable {
    package var host: String
    package var port: Int
    /// User and password for basic authentication.
    package var credentials: Credentials?

    /// A name and a password.
    package struct Credentials: Sendable, Hashable {
      package var user: String
      package var password: String

      package init(user: String, password: String) {
        self.user = user
        self.password = password
      }
    }

    package init(host: String, port: Int, credentials: Credentials? = nil) {
      self.host = host
      self.port = port
      self.credentials = credentials
    }
  }

  package var limits: TransportLimits
  package var trust: Trust
  package var proxy: Proxy?
  /// The certificates of authorities, as PEM, that are believed in place of the system's; `nil` for those of the system.
  package var authorities: [UInt8]?
  /// `nil` for as fast as it goes.
  package var requestsPerSecond: Double?
  /// How many walks run in parallel; each gets its own connection.
  package var jobs: Int

  package init(
    limits: TransportLimits = TransportLimits(), trust: Trust = .system, proxy: Proxy? = nil,
    authorities: [UInt8]? = nil, requestsPerSecond: Double? = nil, jobs: Int = 8
  ) {
    self.limits = limits
    self.trust = trust
    self.proxy = proxy
    self.authorities = authorities
    self.requestsPerSecond = requestsPerSecond
    self.jobs = jobs
  }
}
