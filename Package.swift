// swift-tools-version: 6.1
import PackageDescription

/// What every target is built with.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .swiftLanguageMode(.v6),
]

/// What targets are built with in which the tests spend most of their time: a debug build of them is optimized, too, unless JOURNEY_DEBUG is set,
/// as for a debugger. SwiftPM refuses such flags in a package that another one depends on, which is in a folder of checkouts.
let optimized: [SwiftSetting] =
  Context.packageDirectory.contains("/checkouts/") || Context.environment["JOURNEY_DEBUG"] != nil
  ? settings : settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let rsa = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let jwt = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let nio: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
]

func target(_ name: String, _ dependencies: [Target.Dependency] = [], with settings: [SwiftSetting] = settings) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A target with files that are built into its code, so that a command is one file.
func target(_ name: String, _ dependencies: [Target.Dependency], embedding files: [String]) -> Target {
  .target(name: name, dependencies: dependencies, resources: files.map { .embedInCode($0) }, swiftSettings: settings)
}

func command(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let package = Package(
  name: "journey",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "journey", targets: ["journey"]),
    .library(name: "JourneyKit", targets: ["JourneyKit", "JourneyReports", "JourneyRunner", "JourneyMock", "JourneyModel", "Diagnostics"]),
    .library(
      name: "JourneyMock",
      targets: [
        "JourneyMock", "JourneyFlowSpeech", "IDXSpeech", "HostedSpeech", "GatewaySpeech", "JourneyMockServer", "JourneyModel",
        "Diagnostics",
      ]),
    .library(
      name: "JourneyTesting",
      targets: ["JourneyTesting", "JourneyKit", "JourneyReports", "JourneyRunner", "JourneyMock", "JourneyModel", "Diagnostics"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
  ],
  // A target imports targets of a lower layer only; LayoutTests compare.
  targets: [
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(name: "CSpawn"),
    target("SystemCalls", ["CSpawn", .product(name: "SystemPackage", package: "swift-system")]),
    target("Diagnostics"),
    target("JourneyModel", with: optimized),
    target("TenantDecisions", with: optimized),
    target("Encodings", ["CPCRE2", crypto], with: optimized),
    target("LocatedYAML", ["CLibYAML", "Diagnostics"], with: optimized),
    target("ModelCoding", ["JourneyModel", "Encodings"], with: optimized),
    target("ScreenPages", ["Diagnostics", "JourneyModel", "Encodings"], embedding: ["page.css", "figure.css"]),
    target(
      "JourneyClient", ["JourneyModel", "Encodings", crypto, jwt, .product(name: "AsyncHTTPClient", package: "async-http-client")] + nio),
    target("JourneyLanguage", ["Diagnostics", "JourneyModel", "Encodings", "LocatedYAML", "ModelCoding"], with: optimized),
    target("TenantImport", ["SystemCalls", "Diagnostics", "TenantDecisions", "Encodings", "LocatedYAML"]),
    target("OktaImport", ["TenantDecisions", "Encodings", "TenantImport"]),
    target("FlowDialect", ["JourneyModel", "Encodings", "ModelCoding", "JourneyClient"]),
    target("IDXDialect", ["JourneyModel", "Encodings", "ModelCoding", "JourneyClient"]),
    target("HostedDialect", ["JourneyModel", "Encodings", "ModelCoding", "JourneyClient", "CLibXML2"], with: optimized),
    target(
      "BrowserEngine",
      [
        "SystemCalls", "JourneyModel", "Encodings", "JourneyClient", "HostedDialect", crypto,
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ] + nio),
    target("JourneyScenario", ["Diagnostics", "JourneyModel", "Encodings", "LocatedYAML", "ModelCoding", "JourneyLanguage"]),
    target(
      "JourneyMock",
      [
        "Diagnostics", "TenantDecisions", "JourneyModel", "Encodings", "LocatedYAML", "ModelCoding", "ScreenPages", "JourneyLanguage",
        crypto,
        rsa,
      ], with: optimized),
    target(
      "JourneyFlowSpeech", ["Diagnostics", "JourneyModel", "Encodings", "LocatedYAML", "JourneyMock"], embedding: ["Standard/standard.yaml"]
    ),
    target(
      "IDXSpeech", ["Diagnostics", "JourneyModel", "Encodings", "LocatedYAML", "JourneyMock"],
      embedding: ["Standard/standard.yaml", "Standard/assurance.yaml"]),
    target(
      "HostedSpeech", ["Diagnostics", "JourneyModel", "Encodings", "LocatedYAML", "JourneyMock", "ScreenPages"]),
    target(
      "GatewaySpeech",
      ["Diagnostics", "JourneyModel", "Encodings", "LocatedYAML", "JourneyMock", "HostedSpeech", "ScreenPages"],
      embedding: ["Standard/standard.yaml"]),
    target("MockMutation", ["Diagnostics", "JourneyModel", "JourneyLanguage", "LocatedYAML", "JourneyMock"]),
    target(
      "JourneyRunner", ["Diagnostics", "JourneyModel", "Encodings", "ModelCoding", "JourneyLanguage", "JourneyScenario"], with: optimized),
    target(
      "JourneyMockServer",
      [
        "JourneyModel", "Encodings", "JourneyMock", "ScreenPages", crypto, x509, asn1,
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"), .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ] + nio),
    target(
      "JourneyReports", ["SystemCalls", "Diagnostics", "JourneyModel", "Encodings", "ModelCoding", "ScreenPages", "JourneyRunner"],
      embedding: ["HTML/report.css"]),
    target("JourneyRecording", ["JourneyModel", "LocatedYAML"]),
    target("JourneyEditing", ["Diagnostics", "Encodings", "JourneyModel", "JourneyLanguage", "JourneyScenario"]),
    target(
      "JourneyHealing", ["Diagnostics", "JourneyModel", "ModelCoding", "JourneyLanguage", "JourneyScenario", "JourneyRunner"]),
    target(
      "JourneyInsight", ["Diagnostics", "TenantDecisions", "JourneyModel", "Encodings", "ModelCoding", "ScreenPages", "JourneyRunner"]),
    target(
      "JourneyKit",
      [
        "SystemCalls", "Diagnostics", "TenantDecisions", "JourneyModel", "Encodings", "LocatedYAML", "ModelCoding", "JourneyLanguage",
        "JourneyClient",
        "FlowDialect", "IDXDialect", "HostedDialect", "BrowserEngine", "JourneyScenario", "JourneyMock", "JourneyFlowSpeech", "IDXSpeech",
        "HostedSpeech", "GatewaySpeech", "MockMutation", "TenantImport", "OktaImport",
        "JourneyMockServer", "JourneyRunner", "JourneyReports", "JourneyInsight", "JourneyRecording", "JourneyHealing", "JourneyEditing",
        "ScreenPages",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    target("JourneyTesting", ["JourneyKit"]),
    command("journey", ["SystemCalls", "Diagnostics", "JourneyModel", "JourneyRunner", "JourneyReports", "JourneyKit", arguments]),
    command(
      "journey-bench",
      [
        "SystemCalls", "Diagnostics", "TenantDecisions", "Encodings", "JourneyModel", "JourneyClient", "HostedDialect", "JourneyRunner",
        "JourneyReports",
        "JourneyKit", arguments, "CLibYAML", crypto, rsa, .product(name: "AsyncHTTPClient", package: "async-http-client"),
      ] + nio),
    target("JourneyTestSupport", ["SystemCalls", "Diagnostics", "JourneyModel", "Encodings", "JourneyClient"], with: optimized),
    tests("Layout", ["JourneyScenario", "JourneyLanguage", "LocatedYAML", "Diagnostics", "JourneyTestSupport"]),
    tests("Diagnostics", ["Diagnostics", "JourneyTestSupport"]),
    tests("TenantDecisions", ["TenantDecisions", "JourneyTestSupport"]),
    tests("Encodings", ["Encodings", "JourneyTestSupport"]),
    tests("LocatedYAML", ["LocatedYAML", "Diagnostics", "JourneyTestSupport"]),
    tests("TenantImport", ["TenantImport", "TenantDecisions", "Encodings", "JourneyTestSupport"]),
    tests(
      "OktaImport",
      [
        "OktaImport", "TenantImport", "TenantDecisions", "JourneyMock", "IDXSpeech", "Diagnostics", "Encodings", "JourneyTestSupport",
      ], exclude: ["Golden"]),
    tests("ModelCoding", ["ModelCoding", "JourneyModel", "Encodings", "JourneyTestSupport"], exclude: ["Golden"]),
    tests("ScreenPages", ["ScreenPages", "JourneyModel", "JourneyTestSupport"], exclude: ["Golden"]),
    tests("JourneyClient", ["JourneyClient", "JourneyModel", "Encodings", "JourneyTestSupport", jwt, crypto]),
    tests("JourneyLanguage", ["JourneyLanguage", "Diagnostics", "JourneyModel", "Encodings", "LocatedYAML", "JourneyTestSupport"]),
    tests("FlowDialect", ["FlowDialect", "JourneyModel", "Encodings", "ModelCoding", "JourneyClient", "JourneyTestSupport"]),
    tests("IDXDialect", ["IDXDialect", "JourneyModel", "Encodings", "ModelCoding", "JourneyClient", "JourneyTestSupport"]),
    tests(
      "HostedDialect", ["HostedDialect", "JourneyModel", "Encodings", "ModelCoding", "JourneyClient", "JourneyTestSupport"],
      exclude: ["Golden"]),
    tests(
      "BrowserEngine",
      [
        "BrowserEngine", "HostedDialect", "JourneyClient", "JourneyModel", "JourneyRunner", "Encodings", "SystemCalls",
        "JourneyTestSupport",
      ] + nio),
    tests(
      "JourneyScenario",
      ["JourneyScenario", "Diagnostics", "JourneyModel", "Encodings", "LocatedYAML", "JourneyLanguage", "JourneyTestSupport"]),
    tests(
      "JourneyMock",
      [
        "JourneyMock", "TenantDecisions", "JourneyFlowSpeech", "IDXSpeech", "HostedSpeech", "MockMutation", "Diagnostics", "JourneyModel",
        "Encodings",
        "JourneyLanguage", "FlowDialect", "JourneyClient", "ModelCoding", "JourneyTestSupport", jwt, crypto,
      ]),
    tests(
      "JourneyRunner",
      [
        "JourneyRunner", "JourneyScenario", "JourneyModel", "Diagnostics", "JourneyLanguage", "LocatedYAML", "ModelCoding", "Encodings",
        "JourneyTestSupport",
      ]),
    tests(
      "HostedSpeech",
      ["HostedSpeech", "JourneyFlowSpeech", "IDXSpeech", "JourneyMock", "Diagnostics", "JourneyModel", "Encodings", "JourneyTestSupport"]),
    tests(
      "GatewaySpeech",
      ["GatewaySpeech", "HostedDialect", "JourneyClient", "JourneyMock", "Diagnostics", "JourneyModel", "Encodings", "JourneyTestSupport"]),
    tests(
      "JourneyMockServer",
      ["JourneyMockServer", "JourneyMock", "JourneyFlowSpeech", "HostedSpeech", "IDXSpeech", "Encodings", "JourneyModel"] + nio),
    tests(
      "JourneyKit",
      [
        "JourneyKit", "SystemCalls", "Diagnostics", "JourneyModel", "Encodings", "JourneyLanguage", "JourneyClient", "JourneyScenario",
        "JourneyMock", "JourneyFlowSpeech", "MockMutation", "JourneyRunner", "JourneyReports", "JourneyInsight", "JourneyHealing",
        "JourneyEditing", "FlowDialect",
        "IDXDialect", "HostedDialect", "LocatedYAML", "ModelCoding", "JourneyMockServer", "JourneyTesting",
        "JourneyTestSupport", .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    tests(
      "ToyDialect",
      [
        "JourneyKit", "JourneyMock", "JourneyClient", "JourneyModel", "Encodings", "Diagnostics", "JourneyRunner", "JourneyReports",
        "JourneyTestSupport",
      ]),
    tests(
      "UnhappyPath",
      [
        "journey", "JourneyTestSupport", "Encodings", "Diagnostics", "JourneyModel", "JourneyMock", "JourneyMockServer",
        "JourneyFlowSpeech", "HostedSpeech", crypto, rsa,
      ] + nio),
    tests("EndToEnd", ["journey", "BrowserEngine", "JourneyTestSupport", "Encodings"], exclude: ["Golden"]),
    tests("JourneyRecording", ["JourneyRecording", "JourneyModel", "LocatedYAML", "Diagnostics", "Encodings", "JourneyTestSupport"]),
    tests(
      "JourneyInsight",
      [
        "JourneyInsight", "TenantDecisions", "JourneyRunner", "JourneyModel", "Encodings", "ModelCoding", "Diagnostics",
        "JourneyTestSupport",
      ]),
    tests(
      "JourneyReports",
      ["JourneyReports", "JourneyRunner", "JourneyModel", "Diagnostics", "Encodings", "ModelCoding", "ScreenPages", "JourneyTestSupport"],
      exclude: ["Golden"]),
  ]
)
