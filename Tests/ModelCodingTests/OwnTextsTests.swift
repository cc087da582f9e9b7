import Encodings
import ModelCoding
import Testing

struct OwnTextsTests {
  @Test(arguments: [
    ("We sent a code to hanna@fjell.test.", "We sent a code to ….", ["hanna@fjell.test"]),
    ("We sent a code to h•••@fjell.test.", "We sent a code to ….", ["hanna@fjell.test"]),
    ("We sent a code to \"H•••@Fjell.test\"", "We sent a code to \"…\"", ["hanna@fjell.test"]),
    ("h•••@•••", "…", ["hanna@fjell.test"]), ("•••a@fjell.test", "…", ["hanna@fjell.test"]),
    ("+36 ** *** *12", "+36 ** *** …", ["+36301234512"]),
    ("+3630*****12", "…", ["+36301234512"]), ("n•••@fjell.test", "n•••@fjell.test", ["hanna@fjell.test"]),
    ("h•••@other.test", "h•••@other.test", ["hanna@fjell.test"]), ("••••", "••••", ["hanna@fjell.test"]),
    ("h•••x•••@fjell.test", "h•••x•••@fjell.test", ["hanna@fjell.test"]), ("h•nn•@fjell.test", "…", ["hanna@fjell.test"]),
    ("jane and jane@acme.test", "… and …", ["jane", "jane@acme.test"]), ("a b", "a b", ["a"]), ("nothing", "nothing", []),
  ])
  func `a text is taken out whole and masked`(_ text: String, _ expected: String, _ own: [String]) {
    #expect(OwnTexts(own).removed(from: text) == expected)
  }

  @Test func `a value loses it in all of its texts, and in no name`() {
    let value: JSONValue = ["jane": "I am jane", "list": ["jane", 1, .null]]
    #expect(OwnTexts(["jane"]).removed(from: value) == ["jane": "I am …", "list": ["…", 1, .null]])
  }
}
