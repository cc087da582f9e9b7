import ArgumentParser
import Encodings
import HostedDialect
import JourneyClient
import JourneyModel

/// `journey-bench pages`: web pages loaded without a socket and made into screens.
struct PagesBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pages", abstract: "Make screens of web pages by plain HTTP: processor time per page.")

  @OptionGroup var bench: BenchFlags

  @Option(help: ArgumentHelp("How many pages a figure is taken of.", valueName: "n"))
  var pages = 2_000

  @Option(help: ArgumentHelp("The size of a page.", valueName: "bytes"))
  var bytes = 20_480

  func run() async throws {
    let address = try WebURL("https://id.example.test/signin?from=bench")
    let client = OAuthClient(
      issuer: try WebURL("https://id.example.test"), id: "bench", redirectURI: try WebURL("com.example.bench:/callback"))
    let page = SamplePage(bytes: bytes)
    var driver = HostedDriver(
      configuration: HostedConfiguration(client: client), transport: page, generator: SeededGenerator(seed: 1),
      now: { Instant(milliseconds: 1_800_000_000_000) })
    let link = Secret(address.description, name: "link")
    var readings: [Stopwatch.Reading] = []
    for _ in 0..<bench.runs {
      let stopwatch = Stopwatch()
      for _ in 0..<pages { _ = try await driver.perform(.open(link: link, elsewhere: false)) }
      readings.append(stopwatch.reading)
    }
    let goal = bytes == 20_480 ? "< 400" : nil
    MeasurementTable.print([
      Measurement(
        "pages/\(page.body.count)/cpu-per-page", .microseconds, readings.map { $0.cpu.inMicroseconds / Double(pages) }, goal: goal),
      Measurement("pages/\(page.body.count)/wall-per-page", .microseconds, readings.map { $0.wall.inMicroseconds / Double(pages) }),
    ])
  }
}

/// A sign-in page as sites have them: a menu, a form with some fields, a script and a style sheet that make up most of its size.
private struct SamplePage: HTTPTransport {
  let body: [UInt8]

  init(bytes: Int) {
    let menu = (1...24).map { "<li><a class=\"menu__link\" href=\"/section-\($0)?from=menu\">Section \($0)</a></li>\n" }.joined()
    let fields = (1...6).map {
      """
      <div class="field"><label class="field__label" for="f\($0)">Field \($0) <span aria-hidden="true">*</span></label>
      <input class="field__input" id="f\($0)" name="field\($0)" type="text" required maxlength="80" autocomplete="off"></div>

      """
    }.joined()
    let head = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Sign in | Example</title>
      <meta name="csrf-token" content="Meta0Token1Value2Abcd"></head>
      <body><nav><ul>
      \(menu)</ul></nav><main><h1>Sign in</h1>
      <form method="post" action="/signin"><input type="hidden" name="_csrf" value="Xw81kZp2QrTy77aa">
      \(fields)<label>Password <input type="password" name="password" required minlength="8"></label>
      <button type="submit">Sign in</button></form></main>

      """
    let foot = "<footer><p>Example Media</p></footer></body></html>\n"
    let left = max(bytes - head.utf8.count - foot.utf8.count - "<style></style><script></script>".utf8.count, 0)
    let style = Self.filled(".field__label { margin: 0 auto; color: #202124 }\n", left / 2)
    let script = Self.filled("function track(a) { if (a < 3) { queue.push({name: 'a', value: a}) } }\n", left - left / 2)
    body = Array("\(head)<style>\(style)</style><script>\(script)</script>\(foot)".utf8)
  }

  private static func filled(_ line: String, _ count: Int) -> String {
    String((String(repeating: line, count: count / line.utf8.count) + String(repeating: " ", count: count)).prefix(count))
  }

  func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
    HTTPResponseMessage(status: 200, headers: ["Content-Type": "text/html; charset=utf-8"], body: body)
  }
}
