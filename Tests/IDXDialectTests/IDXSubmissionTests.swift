import Encodings
import JourneyModel
import Testing

@testable import IDXDialect

struct IDXSubmissionTests {
  @Test func `a form sends its own state handle, its defaults, and what was answered`() throws {
    let body = try MappedBody.form(
      #"""
      {"name": "id", "value": {"a": [1]}, "mutable": false, "visible": false},
      {"name": "keep", "type": "boolean", "value": false}, {"name": "odd", "type": "boolean", "value": "true"},
      {"name": "x"}, {"name": "y"}
      """#
    )
    #expect(try body.sent() == #"{"id":{"a":[1]},"keep":false,"odd":true,"stateHandle":"own"}"#)
    #expect(
      try body.sent([("x", .text("01")), ("keep", .bool(true))]) == #"{"id":{"a":[1]},"keep":true,"odd":true,"x":"01","stateHandle":"own"}"#
    )
  }

  @Test func `objects of one name become one`() throws {
    let group = { (name: String) in #"{"name": "userProfile", "form": {"value": [{"name": "\#(name)"}]}}"# }
    let body = try MappedBody.form([group("a"), group("b"), group("c")].joined(separator: ","))
    #expect(
      try body.sent([("userProfile.a", .text("1")), ("userProfile.c", .text("3"))])
        == #"{"userProfile":{"a":"1","c":"3"},"stateHandle":"own"}"#)
  }

  @Test func `what was left out is not sent, and what must not be left out is refused`() throws {
    let body = try MappedBody.form(#"{"name": "x", "required": true}, {"name": "y"}, {"name": "h", "required": true, "visible": false}"#)
    #expect(try body.refusal([("y", .text("1"))]) == "'x' has to be answered")
    #expect(try body.sent([("x", .text("1")), ("y", .nothing)]) == #"{"x":"1","stateHandle":"own"}"#)
    #expect(try body.sent([("y", .text("1"))], force: true) == #"{"y":"1","stateHandle":"own"}"#)
  }

  @Test func `what the server fixed is not changed but by force`() throws {
    let body = try MappedBody.form(#"{"name": "x", "label": "X", "value": "a", "mutable": false}"#)
    #expect(try body.refusal([("x", .text("b"))]) == "'x' cannot be changed: the server fixed it at 'a'")
    #expect(try body.sent([("x", .text("a"))]) == #"{"x":"a","stateHandle":"own"}"#)
    #expect(
      try body.sent([("x", .text("b")), ("extra", .list([1])), ("stateHandle", .text("other"))], force: true)
        == #"{"x":"b","stateHandle":"other","extra":[1]}"#)
    #expect(try body.refusal([("z", .text("b"))]) == "it has no widget 'z'; it has 'x'")
  }

  @Test func `an option is told by its value or label, and the only one of a field that must have one is taken`() throws {
    let body = try MappedBody.form(
      #"""
      {"name": "a", "options": [{"label": "SMS", "value": "sms"}, {"label": "Voice", "value": "voice"}]},
      {"name": "b", "required": true, "options": [{"label": "Push", "value": "push"}]},
      {"name": "c", "type": "boolean", "options": [{"label": "Allow", "value": true}, {"label": "Deny", "value": false}]}
      """#
    )
    #expect(try body.sent([("a", .text("Voice")), ("c", .text("Deny"))]) == #"{"a":"voice","b":"push","c":false,"stateHandle":"own"}"#)
    #expect(try body.sent([("a", .text("sms")), ("c", .bool(true))]) == #"{"a":"sms","b":"push","c":true,"stateHandle":"own"}"#)
  }

  @Test func `what is typed to be hidden is a secret in the exchange`() throws {
    let body = try MappedBody.form(#"{"name": "p", "secret": true}"#)
    let form = try #require(body.screen.forms.first)
    let submission = Submission(form: form.id, answers: [Answer(widget: "p", value: .text("pass"))])
    var filling = IDXSubmission(submission, form: try #require(body.snapshot.forms[form.id]), shown: form)
    #expect(try filling.body().quoted == "{p: ***, stateHandle: ***}")
  }
}
