import Diagnostics
import JourneyLanguage
import JourneyModel
import Testing

struct TemplateValueTests {
  @Test func `literals count as JSON takes them, all else is text`() throws {
    let text = "[1.10, true, null, 012345, +1555, NO, on, ~, 12:30, 1990-02-28, '1', \"true\"]"
    let value = try LanguageText.value(text)
    #expect(value.quoted == "[1.10, true, null, '012345', '+1555', 'NO', 'on', '~', '12:30', '1990-02-28', '1', 'true']")
    #expect(try LanguageText("[1.10, true, null]").decodedValue(.text).value.constant?.quoted == "['1.10', 'true', 'null']")
  }

  @Test func `what has nothing to bind is one constant`() throws {
    #expect(try LanguageText("{a: [1, {b: \"$${x}\"}]}").decodedValue().value.constant?.quoted == "{a: [1, {b: '${x}'}]}")
    #expect(try LanguageText("{a: [1, \"${email}\"]}").decodedValue().value.constant == nil)
  }

  @Test func `a value is bound through lists and maps, and keeps the types of variables`() throws {
    var bindings = Bindings.sample()
    let value = try LanguageText("{a: [\"${account.admin}\", x], b: \"<${email}>\"}").decodedValue().value
    #expect(try value.evaluate(in: &bindings).quoted == "{a: [true, 'x'], b: '<jane@acme.test>'}")
    #expect(value.references.map(\.spelling) == ["account.admin", "email"])
  }

  @Test func `an empty value is a mistake, an empty text is not`() throws {
    #expect(try LanguageText("{a: }").decodedValue().told == ["1:5-1:5 [empty-value] the value is empty (write \"\" for an empty text)"])
    #expect(try LanguageText("{a: \"\"}").decodedValue().told == [])
  }

  @Test func `lists that double each other stop growing`() throws {
    var bindings = Bindings.sample(["a": "x"])
    let value = try LanguageText("[\"${a}\", \"${a}\"]").decodedValue().value
    var doublings = 0
    let failure = #expect(throws: BindingFailure.self) {
      while doublings < 64 {
        bindings.values["a"] = try value.evaluate(in: &bindings)
        doublings += 1
      }
    }
    #expect(failure?.message == "the value is too large")
    #expect(doublings > 10)
  }

  @Test func `lists that wrap each other stop growing before they exhaust the stack`() throws {
    var bindings = Bindings.sample(["a": "x"])
    let value = try LanguageText("[\"${a}\"]").decodedValue().value
    #expect(throws: BindingFailure.self) {
      for _ in 0..<100_000 { bindings.values["a"] = try value.evaluate(in: &bindings) }
    }
  }

  @Test func `a name that nothing binds is told with its nearest`() throws {
    let value = try LanguageText("[\"${emial}\", \"${none, 'x'}\", \"${uuid}\", \"${account.x}\", \"${q}\"]").decodedValue().value
    let told = NameCheck.unknownNames(in: value.references, known: ["email", "account"]).map(LanguageText.line)
    #expect(
      told == [
        "1:5-1:10 [unbound-variable] no variable 'emial' here (did you mean 'email'?)",
        "1:33-1:37 [unbound-variable] 'uuid' is a function, not a variable (write uuid())",
        "1:60-1:61 [unbound-variable] no variable 'q' here; expected one of account, email",
      ])
  }
}
