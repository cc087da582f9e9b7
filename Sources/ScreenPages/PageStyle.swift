import Encodings

/// The style sheet of pages, and its name in a policy.
package enum PageStyle {
  /// The text of `page.css`; the same on every page.
  package static let sheet = PackageResources.page_css

  /// What a `Content-Security-Policy` allows the sheet by: `'sha256-…'`.
  package static let source: String = {
    let digest = Base64URL.encode(Digests.sha256(String(decoding: sheet, as: UTF8.self)))
    return "'sha256-\(digest.replacing("-", with: "+").replacing("_", with: "/"))='"
  }()
}
