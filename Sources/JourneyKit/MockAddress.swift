import Encodings

/// Where a mock is served that mocked tenants are run on, instead of mocks in process.
public struct MockAddress: Sendable, Hashable, CustomStringConvertible {
  /// The mocked tenant; `nil` for every one.
  public let tenant: String?
  let url: WebURL

  /// - Parameter address: absolute, e.g. `http://127.0.0.1:8080`.
  public init(of tenant: String? = nil, at address: String) throws(SettingsProblem) {
    do throws(WebURLError) { url = try WebURL(address) } catch { throw .mockAddress(address, reason: "\(error)") }
    self.tenant = tenant
  }

  /// Reads `acme=http://127.0.0.1:8080`, or an address alone.
  public init(_ text: String) throws(SettingsProblem) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let isNamed = parts.count == 2 && !parts[0].contains(":")
    do throws(SettingsProblem) { try self.init(of: isNamed ? parts[0] : nil, at: isNamed ? parts[1] : text) } catch {
      if case .mockAddress(_, let reason) = error { throw .mockAddress(text, reason: reason) }
      throw error
    }
  }

  public var description: String { (tenant.map { "\($0)=" } ?? "") + url.description }
}
