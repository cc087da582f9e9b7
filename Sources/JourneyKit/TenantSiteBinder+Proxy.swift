import Diagnostics
import Encodings
import JourneyClient
import JourneyLanguage
import JourneyModel
import JourneyScenario

/// The proxy that a tenant is reached through. Its address may hold a password, so no message has any of it but the host.
extension TenantSiteBinder {
  /// `nil` for an empty text, as variables of the environment are set to nothing to mean none.
  mutating func proxy(_ template: Template) -> HTTPClientSettings.Proxy? {
    guard let value = proxyAddress(template), let text = value.concealedText, !text.isEmpty else { return nil }
    guard value.secrets.isEmpty || hasSecretsInUserOnly(template, text) else {
      report(
        .badValue, "in 'proxy' a secret may be only in the user and the password", at: template.range,
        suggestion: "percent-encode characters such as @ : / # % in them, e.g. %40 for @, and write the host as it is")
      return nil
    }
    let address: WebURL
    do throws(WebURLError) { address = try WebURL(text) } catch {
      let wanted = "'proxy' has to be an absolute address such as http://proxy.acme.test:3128"
      report(
        .badValue, wanted, at: template.range,
        suggestion: "percent-encode characters such as @ : / # % in its user and password, e.g. %40 for @")
      return nil
    }
    guard address.scheme == "http", let host = address.host else {
      report(.badValue, "a proxy is reached over 'http', found '\(address.scheme)'", at: template.range)
      return nil
    }
    guard isAllowed(address, value, at: template.range) else { return nil }
    return HTTPClientSettings.Proxy(host: host, port: address.effectivePort ?? 8080, credentials: Self.credentials(of: address))
  }

  /// Whether host and port are written after the secrets, and are those of the whole: nothing of a secret gets into what is
  /// requested and shown.
  private func hasSecretsInUserOnly(_ template: Template, _ text: String) -> Bool {
    guard case .literal(let tail)? = template.parts.last, let sign = tail.firstIndex(of: "@") else { return false }
    do throws(WebURLError) {
      let (whole, written) = (try WebURL(text), try WebURL("http://" + tail[tail.index(after: sign)...]))
      return whole.host == written.host && whole.effectivePort == written.effectivePort && written.userInfo == nil
    } catch {
      return false
    }
  }

  private mutating func proxyAddress(_ template: Template) -> Value? {
    guard !reportProblems(with: template.references) else { return nil }
    do throws(BindingFailure) { return try template.evaluate(in: &bindings) } catch {
      report(.unboundVariable, error.message, at: error.range)
      return nil
    }
  }

  private mutating func isAllowed(_ address: WebURL, _ value: Value, at range: SourceRange) -> Bool {
    if let refusal = trust.refusal(of: address) {
      report(.notAllowed, refusal, at: range)
      return false
    }
    guard let origin = address.origin else { return true }
    for secret in value.secrets {
      do throws(SecretRefusal) { _ = try secret.reveal(to: origin) } catch {
        report(.notAllowed, "the policy does not let '\(error.secret)' go to the proxy '\(error.origin)'", at: range)
        return false
      }
    }
    return true
  }

  /// A proxy reads what is sent over plain HTTP: with a policy only one that the policy lets have the same secrets.
  mutating func checkReading(_ proxy: HTTPClientSettings.Proxy, _ issuer: WebURL, at range: SourceRange) {
    guard let policy = trust.policy else { return }
    let own = Set([issuer.origin].compactMap(\.self)).union(trust.requestOrigins)
    guard let plain = own.filter({ $0.scheme == "http" }).min(by: { $0.description < $1.description }) else { return }
    let reader = Origin(scheme: "http", host: proxy.host, port: proxy.port)
    let sent = policy.secrets.values.filter { $0.contains(plain) }
    guard sent.isEmpty || !sent.allSatisfy({ $0.contains(reader) }) else { return }
    report(
      .notAllowed, "the proxy '\(reader)' would read what is sent to '\(plain)', as 'http' is not encrypted", at: range,
      suggestion: "reach the tenant over 'https', or let the policy's secrets for it go to the proxy as well")
  }

  /// User and password, as proxies' addresses hold them; `nil` if there are none.
  private static func credentials(of address: WebURL) -> HTTPClientSettings.Proxy.Credentials? {
    guard let info = address.userInfo, !info.isEmpty else { return nil }
    let parts = info.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let decoded = parts.map { PercentEncoding.decode($0) ?? $0 }
    return HTTPClientSettings.Proxy.Credentials(user: decoded[0], password: decoded.count > 1 ? decoded[1] : "")
  }
}

extension Value {
  /// The text, be it a secret or not.
  fileprivate var concealedText: String? {
    if case .secret(let secret) = self { return secret.unsafeText }
    return text
  }
}
