import Diagnostics
import JourneyModel
import ModelCoding
import ScreenPages

/// One request and its response, closed until the reader opens it.
enum HTMLExchange {
  private static let bodyLimit = 4000

  static func element(of exchange: Exchange) -> MarkupElement {
    let summary = ExchangeSummary(exchange)
    var details = MarkupElement("details", class: "exchange")
    var head = MarkupElement("summary", text: HarmlessText.line("\(summary.asked)  ", limit: 300))
    head.add(
      MarkupElement(
        "span", class: "quiet", text: "\(HarmlessText.line(summary.purpose, limit: 100))  → \(HarmlessText.line(summary.came, limit: 200))")
    )
    details.add(head)
    details.add(MarkupElement("pre", class: "curl", text: HarmlessText.line(CurlLine.text(exchange), limit: 16_000)))
    guard let response = exchange.response else { return details }
    let headers = response.headers.map { HarmlessText.line("\($0.name): \($0.value.text ?? $0.value.quoted)") }.joined(separator: "\n")
    details.add(MarkupElement("pre", text: "\(response.status)\n\(headers)"))
    let body = HarmlessText.block(response.concealedBody(limit: bodyLimit), limit: bodyLimit)
    if !body.isEmpty { details.add(MarkupElement("pre", text: body)) }
    return details
  }
}
