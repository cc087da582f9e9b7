import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect
@testable import JourneyRunner

/// A form, what is filled in, and what a browser makes of it.
struct FormSample: Sendable, CustomTestStringConvertible {
  /// What is in the form.
  let fields: String
  /// What is filled in by a person, as the field's name and the text.
  var answer: (name: String, text: String)?
  /// The body that is sent, or the rules that keep the form, such as `kept: a min`.
  let result: String
  var testDescription: String { fields }

  init(_ fields: String, filling answer: (String, String)? = nil, _ result: String) {
    (self.fields, self.answer, self.result) = (fields, answer, result)
  }

  static let all = [
    FormSample("<input type=number name=a value=abc>", "a="),
    FormSample("<input type=number name=a value=' 5 '>", "a="),
    FormSample("<input type=number name=a value=1e1>", "a=1e1"),
    FormSample("<input type=number name=a value=5.>", "a="),
    FormSample("<input type=number name=a value=.5 step=any>", "a=.5"),
    FormSample("<input type=range name=a>", "a=50"),
    FormSample("<input type=range name=a value=150>", "a=100"),
    FormSample("<input type=range name=a value=x min=10 max=20>", "a=15"),
    FormSample("<input type=range name=a min=10 max=5>", "a=10"),
    FormSample("<input type=range name=a min=0 max=1 step=0.1 value=0.33>", "a=0.3"),
    FormSample("<input type=range name=a min=0 max=0.3 step=0.1 value=0.29>", "a=0.3"),
    FormSample("<input type=range name=a step=7>", "a=49"),
    FormSample("<input type=range name=a value=33.3>", "a=33.3"),
    FormSample("<input type=range name=a step=any value=33.3>", "a=33.3"),
    FormSample("<input type=range name=a min=0 max=5>", "a=3"),
    FormSample("<input type=range name=a value=007>", "a=7"),
    FormSample("<input type=range name=a min=1 max=10 step=4 value=10>", "a=9"),
    FormSample("<input type=range name=a value=7 step=5>", "a=7"),
    FormSample("<input type=range name=a min=-5 value=-2.5>", "a=-2"),
    FormSample("<input type=range name=a required>", "a=50"),
    FormSample("<input type=color name=a>", "a=%23000000"),
    FormSample("<input type=color name=a value='#ABCDEF'>", "a=%23abcdef"),
    FormSample("<input type=color name=a value='#abc'>", "a=%23aabbcc"),
    FormSample("<input type=color name=a value='#12345678'>", "a=%23123456"),
    FormSample("<input type=color name=a value=nope>", "a=%23000000"),
    FormSample("<input type=date name=a value=2026-02-30>", "a="),
    FormSample("<input type=date name=a value=' 2026-02-28 '>", "a="),
    FormSample("<input type=month name=a value=2026-13>", "a="),
    FormSample("<input type=week name=a value=2026-W53>", "a=2026-W53"),
    FormSample("<input type=week name=a value=2025-W53>", "a="),
    FormSample("<input type=time name=a value=24:00>", "a="),
    FormSample("<input type=time name=a value=12:30:00>", "a=12%3A30%3A00"),
    FormSample("<input type=datetime-local name=a value='2026-01-31 12:30'>", "a=2026-01-31T12%3A30"),
    FormSample("<input type=datetime-local name=a value=2026-01-31T12:30:00.000>", "a=2026-01-31T12%3A30"),
    FormSample("<input type=datetime-local name=a value=2026-01-31T12:30:05.50 step=any>", "a=2026-01-31T12%3A30%3A05.5"),
    FormSample("<input type=datetime-local name=a value=2026-01-31>", "a="),
    FormSample("<input type=url name=a value=' example.com '>", "kept: a type"),
    FormSample("<input type=url name=a value=foo:bar>", "a=foo%3Abar"),
    FormSample("<input type=url name=a value=http://>", "kept: a type"),
    FormSample("<input type=url name=a value=//x>", "kept: a type"),
    FormSample("<input type=url name=a value=' https://a.test/ '>", "a=https%3A%2F%2Fa.test%2F"),
    FormSample("<input type=email name=a multiple value=' a@b , c@d '>", "a=a%40b%2Cc%40d"),
    FormSample("<input type=email name=a multiple value='a@b,,c@d'>", "kept: a type"),
    FormSample("<input type=email name=a multiple value='a@b,x'>", "kept: a type"),
    FormSample("<input type=email name=a value='a@b,c@d'>", "kept: a type"),
    FormSample("<input type=number name=a min=3 value=2>", "kept: a min"),
    FormSample("<input type=number name=a max=3 value=4>", "kept: a max"),
    FormSample("<input type=number name=a step=5 value=7>", "a=7"),
    FormSample("<input type=number name=a step=5 min=2 value=8>", "kept: a step"),
    FormSample("<input type=number name=a step=5 min=2 value=1>", "kept: a min, a step"),
    FormSample("<input type=number name=a value=1.5>", "a=1.5"),
    FormSample("<input type=number name=a step=0.1 min=0 value=0.3>", "a=0.3"),
    FormSample("<input type=number name=a step=0 min=0 value=0.3>", "kept: a step"),
    FormSample("<input type=number name=a min=x value=-5>", "a=-5"),
    FormSample("<input type=number name=a min=5>", "a="),
    FormSample("<input type=number name=a min=5 value=1 readonly>", "a=1"),
    FormSample("<input type=number name=a min=5 value=1 disabled>", ""),
    FormSample("<input type=number name=a required value=x>", "kept: a required"),
    FormSample("<input type=date name=a min=2026-01-02 value=2026-01-01>", "kept: a min"),
    FormSample("<input type=date name=a max=2026-01-02 value=2026-01-03>", "kept: a max"),
    FormSample("<input type=date name=a step=7 min=2026-01-01 value=2026-01-03>", "kept: a step"),
    FormSample("<input type=month name=a min=2026-05 value=2026-04>", "kept: a min"),
    FormSample("<input type=month name=a step=3 min=2026-01 value=2026-03>", "kept: a step"),
    FormSample("<input type=week name=a min=2026-W05 value=2026-W04>", "kept: a min"),
    FormSample("<input type=week name=a step=2 min=2026-W05 value=2026-W06>", "kept: a step"),
    FormSample("<input type=time name=a min=08:00 max=10:00 value=07:00>", "kept: a min"),
    FormSample("<input type=time name=a min=22:00 max=06:00 value=05:00>", "a=05%3A00"),
    FormSample("<input type=time name=a min=08:00 value=08:00:30>", "kept: a step"),
    FormSample("<input type=time name=a step=1 min=08:00 value=08:00:30>", "a=08%3A00%3A30"),
    FormSample("<input type=time name=a step=900 min=08:00 value=08:20>", "kept: a step"),
    FormSample("<input type=datetime-local name=a max=2026-01-01T00:00 value=2026-01-01T00:01>", "kept: a max"),
    FormSample("<input type=datetime-local name=a min=2026-01-01T00:00 value=2026-01-01T00:01:30>", "kept: a step"),
    FormSample("<input type=text name=a min=5 step=2 value=1>", "a=1"),
    FormSample("<input type=number name=a minlength=3 value=1 pattern=x>", "a=1"),
    FormSample("<input name=a required hidden>", "kept: a required"),
    FormSample("<input name=a required style='display:none'>", "kept: a required"),
    FormSample("<div hidden><input name=a required></div>", "kept: a required"),
    FormSample("<dialog><input name=a required></dialog>", "kept: a required"),
    FormSample("<div inert><input name=a required></div>", "kept: a required"),
    FormSample("<input name=a required readonly>", "a="),
    FormSample("<input type=checkbox name=a required readonly>", ""),
    FormSample("<input type=radio name=a required readonly value=1>", ""),
    FormSample("<input type=color name=a required readonly>", "a=%23000000"),
    FormSample("<input type=hidden name=a required>", "a="),
    FormSample("<fieldset disabled><input name=a required></fieldset>", ""),
    FormSample("<template><input name=a required></template>", ""),
    FormSample("<select name=a required readonly><option value=''>-</select>", "kept: a required"),
    FormSample("<input required>", "kept: text required"),
    FormSample("<input type=search name=a required value=' '>", "a=+"),
    FormSample("<input type=password name=a pattern=x value=y>", "kept: a pattern"),
    FormSample("<textarea name=a pattern=x>y</textarea>", "a=y"),
    FormSample("<select name=a><option>1<option>2</select>", "a=1"),
    FormSample("<select name=a size=2><option>1<option>2</select>", ""),
    FormSample("<select name=a size=1><option disabled>1<option>2</select>", "a=2"),
    FormSample("<select name=a size=0><option>1</select>", "a=1"),
    FormSample("<select name=a size=2abc><option>1</select>", ""),
    FormSample("<select name=a size=-3><option>1</select>", "a=1"),
    FormSample("<select name=a size='+2'><option>1</select>", ""),
    FormSample("<select name=a multiple><option>1</select>", ""),
    FormSample("<select name=a><optgroup disabled><option>1</optgroup><option>2</select>", "a=2"),
    FormSample("<select name=a><option disabled>1</select>", ""),
    FormSample("<select name=a><option disabled selected>1<option>2</select>", ""),
    FormSample("<select name=a size=3><option selected>1<option selected>2</select>", "a=2"),
    FormSample("<select name=a><option hidden>1<option>2</select>", "a=1"),
    FormSample("<select name=a required><option value=''>-<option>1</select>", "kept: a required"),
    FormSample("<select name=a required size=3><option>1</select>", "kept: a required"),
    FormSample("<select name=a required><option value='' disabled selected>-<option>1</select>", "kept: a required"),
    FormSample("<select name=a required><option>1<option value='' selected>-</select>", "a="),
    FormSample("<select name=a required><optgroup label=x><option value=''>-</optgroup><option>1</select>", "a="),
    FormSample("<input name=a dirname=d value=x>", "a=x&d=ltr"),
    FormSample("<input name=a dirname=d dir=rtl value=x>", "a=x&d=rtl"),
    FormSample("<input name=a dirname=d dir=auto value='שלום'>", "a=%D7%A9%D7%9C%D7%95%D7%9D&d=rtl"),
    FormSample("<input name=a dirname=d dir=auto value='123 שלום'>", "a=123+%D7%A9%D7%9C%D7%95%D7%9D&d=rtl"),
    FormSample("<div dir=rtl><input name=a dirname=d></div>", "a=&d=rtl"),
    FormSample("<div dir=rtl><input name=a dir=auto dirname=d></div>", "a=&d=ltr"),
    FormSample("<textarea name=a dirname=d dir=rtl></textarea>", "a=&d=rtl"),
    FormSample("<div dir=rtl><input type=tel name=a dirname=d></div>", "a=&d=ltr"),
    FormSample("<input type=hidden name=a dirname=d>", "a=&d=ltr"),
    FormSample("<input type=number name=a dirname=d>", "a="),
    FormSample("<input type=checkbox name=a dirname=d checked>", "a=on"),
    FormSample("<div dir=auto>שלום<input name=a dirname=d></div>", "a=&d=rtl"),
    FormSample("<div dir=auto>abc<input name=a dirname=d value='שלום'></div>", "a=%D7%A9%D7%9C%D7%95%D7%9D&d=ltr"),
    FormSample("<input name=a disabled dirname=d>", ""),
    FormSample("<input type=submit name=a>", "a=Submit"),
    FormSample("<input type=submit name=a value=''>", "a="),
    FormSample("<button name=a>x</button>", "a="),
    FormSample("<input type=tel name=a value=' x '>", "a=+x+"),
    FormSample("<input type=text name=a maxlength=2 value=abc>", "a=abc"),
    FormSample("<input type=range name=a min=10 max=20>", filling: ("a", "12"), "a=12"),
    FormSample("<input type=number name=a min=3>", filling: ("a", "2"), "kept: a min"),
    FormSample("<input type=date name=a max=2026-01-02>", filling: ("a", "2026-02-01"), "kept: a max"),
    FormSample("<input type=time name=a min=22:00 max=06:00>", filling: ("a", "23:30"), "a=23%3A30"),
    FormSample("<input type=datetime-local name=a>", filling: ("a", "2026-01-31T12:30"), "a=2026-01-31T12%3A30"),
    FormSample("<input type=color name=a>", filling: ("a", "#00FF7f"), "a=%2300ff7f"),
    FormSample("<input type=url name=a>", filling: ("a", "example.com"), "kept: a type"),
    FormSample("<input type=email name=a multiple>", filling: ("a", "a@b, c@d"), "a=a%40b%2Cc%40d"),
    FormSample("<input type=email name=a>", filling: ("a", " a@b "), "a=a%40b"),
    FormSample("<input name=a dirname=d dir=auto>", filling: ("a", "שלום"), "a=%D7%A9%D7%9C%D7%95%D7%9D&d=rtl"),
    FormSample("<select name=a size=2><option>1<option>2</select>", filling: ("a", "2"), "a=2"),
    FormSample("<input name=a pattern=''>", filling: ("a", "x"), "kept: a pattern"),
    FormSample("<input name=a pattern=' x'>", filling: ("a", " x"), "a=+x"),
    FormSample("<input type=url name=a>", filling: ("a", "http://[::1"), "kept: a type"),
    FormSample("<input type=url name=a>", filling: ("a", "http://[::1]:8080/x"), "a=http%3A%2F%2F%5B%3A%3A1%5D%3A8080%2Fx"),
    FormSample("<input type=url name=a>", filling: ("a", "https://ex.com:99999"), "kept: a type"),
    FormSample("<input type=url name=a>", filling: ("a", "http://%"), "kept: a type"),
    FormSample("<input type=email name=a multiple pattern='a@b,a@b'>", filling: ("a", "a@b,a@b"), "kept: a pattern"),
    FormSample("<input type=email name=a multiple pattern='[a-c]@b'>", filling: ("a", "a@b, c@b"), "a=a%40b%2Cc%40b"),
    FormSample("<input type=' submit' name=a value=Hi>", "a=Hi"),
  ]

  /// Forms of which a script in Chromium can tell nothing: what it fills in has no length to keep, and a button that opens is none to
  /// send with.
  static let ofPeople = [
    FormSample("<input name=a maxlength=2x>", filling: ("a", "abc"), "kept: a maxlength"),
    FormSample("<input name=a maxlength=' +2'>", filling: ("a", "abc"), "kept: a maxlength"),
    FormSample("<input name=a maxlength=-2>", filling: ("a", "abc"), "a=abc"),
    FormSample("<input name=a minlength=4x>", filling: ("a", "abc"), "kept: a minlength"),
    FormSample("<input type=number name=a>", filling: ("a", "1e400"), "kept: a type"),
    FormSample("<button command=show-popover commandfor=p name=a value=1>x</button><div id=p popover>hi</div>", ""),
  ]
}

/// Plain HTTP fills forms as Chromium does, down to what is sent of a field that nobody touched.
struct FormSampleTests {
  private static let browser = AppRules(enforced: HostedDescription.description.apps[0].enforcedRules)

  @Test(arguments: FormSample.all + FormSample.ofPeople)
  func `a form is sent, or kept, as browsers do`(_ sample: FormSample) throws {
    let page = try HTMLPage(Array("<form method=post>\(sample.fields)</form>".utf8), url: WebURL("https://id.acme.test/authorize"))
    let form = try #require(PageReader(rules: PageRules()).read(page).screen.forms.first)
    let answer = sample.answer
    let kept = form.widgets.flatMap { widget in
      Self.browser.violations(answer?.name == widget.id.text ? answer.map { .text($0.text) } : nil, of: widget).map {
        "\(widget.id) \($0.rule)"
      }
    }
    guard kept.isEmpty else { return #expect("kept: " + kept.joined(separator: ", ") == sample.result) }
    let written = try #require(page.forms.first)
    let answers = try answer.map { answer in
      let field = try #require(written.field(WidgetID(answer.name)))
      return [PageAnswer(field.id, field.first.kind == .text ? .text(answer.text) : .chosen([answer.text]))]
    }
    #expect(String(decoding: try written.submission(answers: answers ?? []).body, as: UTF8.self) == sample.result)
  }
}

/// What Chromium itself makes of the same forms.
@Suite(
  .serialized,
  .enabled(if: ScriptedSite.programs != nil, "no Chromium and chromedriver on this machine: apt-get install chromium chromium-driver"))
struct ChromiumFormSampleTests {
  private typealias Site = ScriptedSite

  /// Builds the forms of `rows`, fills them in, and posts what Chromium would send of each, or why it would not.
  private static let script = """
    function tell() {
      const rules = {valueMissing: 'required', typeMismatch: 'type', badInput: 'type', patternMismatch: 'pattern',
        rangeUnderflow: 'min', rangeOverflow: 'max', stepMismatch: 'step'};
      const said = rows.map(([fields, name, text]) => {
        const form = document.createElement('form');
        form.innerHTML = fields;
        document.getElementById('rows').append(form);
        if (name) form.elements[name].value = text;
        const kept = [...form.elements].filter(e => e.willValidate).flatMap(
          e => Object.keys(rules).filter(flag => e.validity[flag]).map(flag => (e.name || e.type) + ' ' + rules[flag]));
        const button = form.querySelector('[type=submit], button');
        return kept.length ? 'kept: ' + kept.join(', ') : new URLSearchParams(new FormData(form, button)).toString();
      });
      fetch('/said', {method: 'POST', body: JSON.stringify(said)}).then(() => { location.href = '/done' });
    }
    """

  @Test func `Chromium sends and keeps what the table says`() async throws {
    let rows = JSONValue.array(
      FormSample.all.map { .array([.string($0.fields), .string($0.answer?.name ?? ""), .string($0.answer?.text ?? "")]) })
    let text = JSONWriter.text(of: rows, layout: .compact).replacing("</", with: "<\\/")
    let page = "<h1>Forms</h1><div id=rows></div><button onclick='tell()'>Tell</button><script>const rows = \(text);\(Self.script)</script>"
    let pages = ["GET /authorize": Site.page(page), "POST /said": Site.page("ok"), "GET /done": Site.page("<h1>Done</h1>")]
    try await Site.walk(pages) { driver, site in
      let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
      _ = try await driver.perform(Site.press("Tell", on: screen))
      let told = try #require(site.requests.last { $0.url.path == "/said" }?.body)
      let said = try #require(try JSONReader.read(told).arrayValue)
      #expect(said.count == FormSample.all.count)
      for (sample, result) in zip(FormSample.all, said) { #expect(result.stringValue == sample.result, "\(sample.fields)") }
    }
  }

  @Test(arguments: ["hidden", "style='display: none'"])
  func `a form with a required field that nobody sees is not sent`(_ hiding: String) async throws {
    let page = "<h1>Sign in</h1><form method=post><input name=a required \(hiding)><input name=b><button>Go</button></form>"
    try await Site.walk(["GET /authorize": Site.page(page), "POST /authorize": Site.page("<h1>Sent</h1>")]) { driver, site in
      let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
      _ = try await driver.perform(Site.press("Go", on: screen, ["b": .text("x")]))
      #expect(!site.requests.contains { $0.method == "POST" })
    }
  }
}
