import TenantImport

/// What is imported, and where to.
public struct ImportSettings: Sendable {
  /// The vendors whose configuration can be imported.
  public enum Vendor: String, Sendable, Hashable, CaseIterable {
    case okta
  }

  public var vendor: Vendor
  /// The folder of answers, or the address of a live org.
  public var source: String
  /// What the tenant is called.
  public var name: String
  /// The folder of scenarios, with tenants.yaml.
  public var folder = "journeys"
  /// The file of a Terraform plan, as JSON, of which the result is imported; `nil` for the org as it is.
  public var plan: String?
  /// Whether a plan is imported that was made of another state of the org.
  public var ignoresState = false
  /// Whether everything that is neither understood nor outside has to be in the list of what is accepted.
  public var isStrict = false
  /// The file of what is accepted; `nil` for nothing.
  public var accepted: String?

  public init(vendor: Vendor, source: String, name: String) {
    self.vendor = vendor
    self.source = source
    self.name = name
  }

  /// The longest name of a tenant.
  private static let mostOfName = 40

  /// Whether a text can be a tenant's name and that of a folder.
  public static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= mostOfName, isLetterOrDigit(first) else { return false }
    return text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) }
}
