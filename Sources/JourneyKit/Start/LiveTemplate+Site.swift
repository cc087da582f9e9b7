import Encodings
import JourneyClient

extension LiveTemplate {
  /// Why an address cannot be the first page of a web site, in words; `nil` for one that can.
  public static func problem(withSite text: String) -> String? {
    let url: WebURL
    do { url = try WebURL(text) } catch { return "write an address (\(error))" }
    guard ["https", "http"].contains(url.scheme), url.origin != nil else { return "write an address of the web, with 'https://'" }
    guard url.userInfo == nil else { return "leave out the name and password before '@'" }
    guard !text.contains("${") else { return "leave out '${', which begins a variable in tenants.yaml" }
    return nil
  }
}
