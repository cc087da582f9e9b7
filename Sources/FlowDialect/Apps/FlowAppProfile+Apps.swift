/// The vendor's five apps, and an earlier line of one.
extension FlowAppProfile {
  /// The web SDK; the default.
  package static let web: FlowAppProfile = {
    var app = FlowAppProfile(name: "web", sdk: "web")
    app.start.keepsRequests = true
    app.answers.failsAtScreensAfterFinalize = true
    app.answers.opensHostedPageAtBareBadRequest = true
    app.passkeys = .ofPage
    app.sendsBearerToFinalize = true
    app.impliesHiddenCheckbox = false
    app.tokens.needsExactScope = true
    app.tokens.needsIDToken = true
    app.tokens.audience = .first
    // `verifyJwt` of the newest line; older ones verify nothing.
    app.tokens.algorithm = "RS256"
    return app
  }()

  /// The native SDK for iOS as it is today, the line of 4.2.0, with what its releases look for addresses in.
  package static let ios: FlowAppProfile = {
    var app = FlowAppProfile(name: "ios", sdk: "ios")
    app.start.locales = .never
    app.start.sendsResponseMode = false
    app.start.bareNames = ["acr_values", "login_hint", "prompt"]
    app.start.accept = "text/html"
    app.start.followsLanguage = true
    app.start.shapes = [.text, .redirectText, .location]
    app.start.entryShapes = [.location]
    app.start.finalizeShapes = [.text, .location]
    app.start.repeatsLinkParameters = false
    app.start.sendsSDKToEntry = false
    app.start.order = [.session, .error, .code]
    app.start.errors = .described
    app.initBody = .empty
    app.answers.atRefusal = .earlier
    app.emptyField = .leftOut
    app.sendsReadOnly = false
    app.untouched = .all
    app.messages = .globalAlone
    app.replacesWholeScreens = true
    app.decoder = .ios
    app.tokens.sendsNonce = true
    app.tokens.members = [.idToken, .expiresIn]
    return app
  }()

  /// The line of the iOS SDK before passkeys (2.x, as of October 2025), which apps of the store still contain.
  package static let ios2: FlowAppProfile = {
    var app = FlowAppProfile(like: ios, name: "ios-2")
    app.isEarlier = true
    app.start.followsLanguage = false
    app.start.shapes = [.location]
    app.start.entryShapes = []
    app.start.finalizeShapes = [.location]
    app.decoder = .ios2
    return app
  }()

  /// The Android SDK in Kotlin.
  package static let android: FlowAppProfile = {
    var app = FlowAppProfile(name: "android", sdk: "android")
    app.start.sendsResponseMode = false
    app.start.alwaysSendsNonce = false
    app.start.accept = "text/html"
    app.start.followsLanguage = true
    app.start.userAgent = "strivacity-sdk-android"
    app.start.shapes = [.text]
    app.start.entryShapes = [.text]
    app.start.repeatsLinkParameters = false
    app.start.order = [.session, .error, .code]
    app.start.errors = .described
    app.initBody = .null
    app.answers.atRefusal = .earlier
    app.answers.atUndecodable = .earlier
    app.emptyField = .emptyText
    app.untouched = .all
    app.messages = .globalAlone
    app.demands = [.jsonMediaType]
    app.decoder = .android
    app.tokens.sendsNonce = true
    app.tokens.members = [.expiresIn]
    app.tokens.needsIssuerWithSlash = true
    app.tokens.audience = .list
    return app
  }()

  /// The Flutter SDK.
  package static let flutter: FlowAppProfile = {
    var app = FlowAppProfile(name: "flutter", sdk: nil)
    app.start = redirected(sendsResponseMode: true)
    app.start.endsAtSilentCode = false
    app.answers.atForbidden = .inAnswer
    app.demands = [.formsAtFirst]
    app.decoder = .flutter
    app.tokens.members = [.idToken, .expiresIn]
    app.tokens.audience = .firstOfList
    // `IdTokenClaims` of `oidc.dart`, which is made from every ID token; none of these is nullable.
    app.tokens.claims = ["auth_time", "exp", "iat", "nonce", "sub"]
    app.tokens.readsRefreshedClaims = true
    return app
  }()

  /// The Android SDK in Java.
  package static let java: FlowAppProfile = {
    var app = FlowAppProfile(name: "java", sdk: nil)
    app.start = redirected(sendsResponseMode: false)
    app.initBody = .nothing
    app.answers.showsBadRequests = false
    app.answers.atForbidden = .known
    app.answers.atRefusal = .known
    app.emptyField = .leftOut
    app.sendsReadOnly = false
    app.sendsReadOnlyLists = false
    app.untouched = .all
    app.demands = [.layout]
    app.decoder = .java
    app.tokens.repeatsRedirectURI = true
    app.tokens.members = [.expiresIn]
    app.tokens.audience = .anyList
    app.tokens.claims = ["auth_time", "exp", "iat"]
    return app
  }()

  /// What the two SDKs share that send no `sdk` and follow redirects themselves.
  private static func redirected(sendsResponseMode: Bool) -> Start {
    var start = Start()
    start.locales = .always(device: "en-US")
    start.sendsResponseMode = sendsResponseMode
    start.sendsLanguage = false
    start.shapes = [.location]
    start.entryShapes = [.location]
    start.finalizeShapes = [.location]
    start.order = [.error, .code, .session]
    start.errors = .atRedirectURI
    return start
  }

  /// All of them, the default first, the earlier lines last.
  package static let all: [FlowAppProfile] = [.web, .ios, .android, .flutter, .java, .ios2]

  /// The profile with this name; `nil` if there is none.
  package static func named(_ name: String) -> FlowAppProfile? {
    all.first { $0.name == name }
  }
}
