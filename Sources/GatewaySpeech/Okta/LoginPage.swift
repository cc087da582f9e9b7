import Encodings
import JourneyMock

/// The authorization server's login page, which asks nothing: its script leads to the gateway's pages.
///
/// The page is the same for everybody, and all that the script needs is in the page's address; only the system's slips change it.
enum LoginPage {
  /// Parameters of an authorization request that are for the login page alone.
  static let ownParameters = pageParameters + ["ref", "refViewId"]
  /// Those that name a page, which is shown to people who are signed in, too.
  static let pageParameters = ["activation_token", "reset_password_token", "set_password_token", "page"]

  static let response = page(script: script)

  /// The page as the system's slips leave it: without its script, or with one that leads to the wrong address.
  ///
  /// - Parameter base: the path below which the site is; empty for none.
  static func response(to request: HTTPRequestMessage, slips: Set<Slip>, below base: String) -> HTTPResponseMessage {
    if slips.contains(.scriptMissing) { return page(script: nil) }
    let parameters = RequestParameters(request.url.queryItems)
    var kept = KeptQuery([
      QueryItem("fromURI", parameters["fromURI"] ?? ""), QueryItem("appClientId", parameters["client_id"] ?? ""),
    ])
    if slips.contains(.fromURIUndefined) {
      kept = KeptQuery([QueryItem("fromURI", "undefined"), QueryItem("appClientId", parameters["client_id"] ?? "")])
      return page(script: "window.location.replace('\(base + kept.appended(to: GatewayPath.signIn))');")
    }
    guard slips.contains(.markKept), let token = parameters["activation_token"] else { return response }
    let path = "/welcome/il_" + PercentEncoding.encodeComponent(token)
    return page(script: "window.location.replace('\(base + kept.appended(to: path))');")
  }

  /// - Parameter script: without anything of a person's but what is percent-encoded; `nil` for none.
  private static func page(script: String?) -> HTTPResponseMessage {
    let source = script.map { script in
      "'sha256-\(Base64URL.encode(Digests.sha256(script)).replacing("-", with: "+").replacing("_", with: "/"))='"
    }
    return HTTPResponseMessage(
      status: 200,
      headers: [
        "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
        "Content-Security-Policy":
          "default-src 'none'; script-src \(source ?? "'none'"); base-uri 'none'; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin",
      ],
      body: Array(document(script: script).utf8))
  }

  private static func document(script: String?) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sign in</title>
    \(script.map { "<script>\($0)</script>" } ?? "")
    </head>
    <body>
    <main>
    <noscript><p role="alert">This page needs JavaScript. Switch it on and try again.</p></noscript>
    </main>
    </body>
    </html>

    """
  }

  /// Where it leads: to the page of a token, of a name, or to the sign-in, with the interrupted request to come back to. A mock's world
  /// may be below a path of its own, which every page keeps.
  private static let script = #"""
    (function () {
      var here = new URLSearchParams(window.location.search);
      var path = window.location.pathname;
      var at = Math.max(path.search(/\/(oauth2|login)\//), 0);
      var base = path.slice(0, at);
      path = path.slice(at);
      if (here.get('idp') || path === '/oauth2/v1/authorize/callback') { return; }
      function without(mark, token) { return token.indexOf(mark) === 0 ? token.slice(mark.length) : token; }
      function bare(token) { return ['al_', 'il_', 'af_', 'if_'].reduce(function (rest, mark) {
        return rest === token ? without(mark, rest) : rest; }, token); }
      var relay = here.get('fromURI');
      if (!relay && path.indexOf('/oauth2/') === 0) {
        var again = new URLSearchParams(window.location.search);
        ['activation_token', 'reset_password_token', 'set_password_token', 'page', 'ref', 'refViewId']
          .forEach(function (name) { again.delete(name); });
        again.set('prompt', 'none');
        relay = path + '?' + again.toString();
      }
      var target = '/signin';
      if (here.get('activation_token')) { target = '/welcome/' + encodeURIComponent(bare(here.get('activation_token'))); }
      else if (here.get('reset_password_token')) { target = '/reset-password/' + encodeURIComponent(bare(here.get('reset_password_token'))); }
      else if (here.get('set_password_token')) { target = '/set-password/' + encodeURIComponent(bare(here.get('set_password_token'))); }
      else if (here.get('page') === 'register') { target = '/register'; }
      else if (here.get('page') === 'google' || here.get('page') === 'apple') { target = '/signin/' + here.get('page'); }
      var next = new URLSearchParams();
      if (relay) { next.set('fromURI', relay); }
      if (here.get('client_id')) { next.set('appClientId', here.get('client_id')); }
      if (here.get('max_age')) { next.set('maxAge', here.get('max_age')); }
      ['ref', 'refViewId'].forEach(function (name) { if (here.get(name)) { next.set(name, here.get(name)); } });
      window.location.replace(base + target + (next.toString() ? '?' + next.toString() : ''));
    })();
    """#
}
