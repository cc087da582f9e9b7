import Encodings
import JourneyModel
import ModelCoding

/// A command that sends an exchange's request again; secrets in it are `***`.
enum CurlLine {
  static func text(_ exchange: Exchange) -> String {
    var words = ["curl", "-i"]
    // Else curl takes brackets and braces of an address for a pattern.
    if exchange.url.contains(where: { "[]{}".contains($0) }) { words.append("-g") }
    if exchange.method != "GET" { words += ["-X", exchange.method] }
    for header in exchange.requestHeaders { words += ["-H", "\(header.name): \(plain(header.value))"] }
    words += body(exchange.requestBody)
    words.append(exchange.url)
    return words.map(ShellWord.quoted).joined(separator: " ")
  }

  private static func body(_ body: Exchange.Body) -> [String] {
    switch body {
    case .none: []
    case .form(let fields): fields.flatMap { ["--data-urlencode", "\($0.name)=\(plain($0.value))"] }
    case .json(let value): ["--data-raw", String(decoding: value.jsonBytes, as: UTF8.self)]
    case .text(let text): ["--data-raw", text]
    }
  }

  private static func plain(_ value: Value) -> String {
    switch value {
    case .text(let text), .number(let text): text
    case .secret: "***"
    case .null, .bool, .list, .map: String(decoding: value.jsonBytes, as: UTF8.self)
    }
  }
}
