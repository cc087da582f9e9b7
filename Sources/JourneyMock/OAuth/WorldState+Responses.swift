package import Encodings
import ScreenPages

extension StartRequest {
  /// The redirect URI with the parameters for the app, for a browser to go to or an app to read.
  package func address(with items: [QueryItem]) -> String {
    guard !items.isEmpty else { return redirectURI }
    return responseMode == .fragment ? "\(redirectURI)#\("".appending(query: items).dropFirst())" : redirectURI.appending(query: items)
  }
}

extension WorldState {
  /// The response of a browser that carries parameters to the app: a redirect, or a page that sends them.
  ///
  /// A message goes to the origin of the redirect URI and to no other, and only pages of the client's origins may frame its page.
  package func authorizationResponse(_ items: [QueryItem], to start: StartRequest) -> HTTPResponseMessage {
    switch start.responseMode {
    case .query, .fragment: return .redirect(start.address(with: items))
    case .formPost: return AuthorizationPage.posting(items, to: start.redirectURI)
    case .webMessage:
      guard let origin = Self.origin(of: start.redirectURI) else { return .redirect(start.address(with: items)) }
      let framers = tenant.clientRules[start.client].redirectURIs.compactMap { Self.origin(of: $0) }
      return AuthorizationPage.messaging(items, to: origin, framedBy: framers)
    }
  }

  /// The origin of a web page's address; `nil` for an app's own scheme.
  static func origin(of address: String) -> String? {
    guard address.hasPrefix("http://") || address.hasPrefix("https://") else { return nil }
    do throws(WebURLError) { return try WebURL(address).webOrigin } catch { return nil }
  }
}

extension HTTPResponseMessage {
  /// A page that opens these addresses in frames, and goes on a second later.
  package static func framing(_ addresses: [String], goingOnTo end: String?) -> HTTPResponseMessage {
    var content = MarkupElement("div")
    for address in addresses {
      var frame = MarkupElement("iframe")
      frame.set("src", address)
      frame.set("hidden", "")
      content.add(frame)
    }
    if let end {
      var link = MarkupElement("a", text: "Continue")
      link.set("href", end)
      content.add(link)
    }
    return AuthorizationPage.page(
      content, script: nil, framedBy: [], frames: addresses.compactMap { WorldState.origin(of: $0) }, goesOnTo: end)
  }
}

/// A page without anything to see, whose script hands an authorization response on.
private enum AuthorizationPage {
  /// A form to the redirect URI; without scripts a person presses its button.
  static func posting(_ items: [QueryItem], to address: String) -> HTTPResponseMessage {
    var form = MarkupElement("form")
    form.set("method", "post")
    form.set("action", address)
    for item in items {
      var field = MarkupElement("input")
      field.set("type", "hidden")
      field.set("name", item.name)
      field.set("value", item.value)
      form.add(field)
    }
    var button = MarkupElement("button", text: "Continue")
    button.set("type", "submit")
    form.add(MarkupElement("noscript", children: [button]))
    return page(form, script: "document.forms[0].submit();", framedBy: [])
  }

  /// A message to the page that framed or opened it; every text is percent-encoded in the page.
  static func messaging(_ items: [QueryItem], to origin: String, framedBy framers: [String]) -> HTTPResponseMessage {
    var carrier = MarkupElement("div")
    carrier.set("id", "response")
    carrier.set("data-response", String("".appending(query: items).dropFirst()))
    carrier.set("data-origin", origin)
    return page(carrier, script: messageScript, framedBy: framers)
  }

  private static let messageScript =
    "var response = document.getElementById('response').dataset, values = {};"
    + "new URLSearchParams(response.response).forEach(function (value, name) { values[name] = value; });"
    + "(window.opener || window.parent).postMessage(values, response.origin);"

  static func page(
    _ content: MarkupElement, script: String?, framedBy framers: [String], frames: [String] = [], goesOnTo end: String? = nil
  ) -> HTTPResponseMessage {
    var html = HTMLWriter()
    html.doctype()
    var root = MarkupElement("html")
    root.set("lang", "en")
    html.begin(root)
    html.write(MarkupElement("title", text: "Back to the app"))
    if let end {
      var refresh = MarkupElement("meta")
      refresh.set("http-equiv", "refresh")
      refresh.set("content", "1; url=\(end)")
      html.write(refresh)
    }
    html.begin(MarkupElement("body"))
    html.write(content)
    if let script { html.script(script) }
    html.end()
    html.end()
    let ancestors = framers.isEmpty ? "'none'" : Set(framers).sorted().joined(separator: " ")
    let source = script.map { "'sha256-\(Base64.encode(Digests.sha256($0)))'" } ?? "'none'"
    let framed = frames.isEmpty ? "" : "; frame-src \(Set(frames).sorted().joined(separator: " "))"
    return HTTPResponseMessage(
      status: 200,
      headers: [
        "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy":
          "default-src 'none'; script-src \(source)\(framed); base-uri 'none'; frame-ancestors \(ancestors)",
      ], body: html.take())
  }
}
