@testable import TenantDecisions
import Testing

/// Numbers of people in words.
struct HeadcountTests {
  private func count(_ counts: [Int], _ reaches: [Headcount.Reach], in situation: String? = nil) -> Headcount {
    Headcount(counts, reaches, in: situation)
  }

  @Test func `a number has commas, and says of how many`() {
    let all = count([3_140, 45_060], [.everywhere, .never])
    #expect(all.text(.exact) == "3,140 of 48,200 people")
    #expect(
      count([3_140, 45_060], [.somewhere, .never], in: "not zone office").text(.exact) == "3,140 of 48,200 people, when not zone office")
    #expect(count([3_140, 45_060], [.somewhere, .never]).text(.exact) == "3,140 of 48,200 people, in some situations")
    #expect(count([1_000_000], [.never]).text(.exact) == "no one of 1,000,000 people")
  }

  @Test func `what is not known are bounds`() {
    #expect(count([12, 88], [.possibly, .never]).text(.exact) == "at most 12 of 100 people")
    #expect(count([12, 8, 80], [.possibly, .everywhere, .never]).text(.exact) == "between 8 and 20 of 100 people")
  }

  @Test func `fewer than five people are not counted outside of a terminal`() {
    let few = count([3, 97], [.everywhere, .never])
    #expect(few.text(.exact) == "3 of 100 people" && few.text(.withoutFew) == "fewer than 5 of 100 people")
    #expect(count([12, 3, 85], [.possibly, .everywhere, .never]).text(.withoutFew) == "at most 15 of 100 people")
    #expect(count([3, 1], [.everywhere, .never]).text(.withoutFew) == "fewer than 5 of fewer than 5 people")
    #expect(count([1, 2, 97], [.possibly, .everywhere, .never]).text(.withoutFew) == "fewer than 5 of 100 people")
    #expect(count([100], [.never]).text(.withoutFew) == "no one of 100 people")
  }

  @Test func `a person counts once, however many changes there are`() {
    var union = count([10, 20, 70], [.everywhere, .never, .possibly])
    union.formUnion(count([10, 20, 70], [.somewhere, .somewhere, .never]))
    #expect((union.least, union.most, union.everywhere) == (30, 100, 10))
    #expect(Headcount.union([union, nil]) == nil)
  }

  @Test func `a row says to how many it always applies`() {
    #expect(count([10, 20], [.everywhere, .never]).row(.exact) == "10, always")
    #expect(count([10, 20], [.somewhere, .never]).row(.exact) == "10, in some situations")
    #expect(count([10, 2], [.somewhere, .everywhere]).row(.exact) == "12, of them 2 always")
    #expect(count([10, 2], [.somewhere, .everywhere]).row(.withoutFew) == "12, of them fewer than 5 always")
    #expect(count([10], [.never]).row(.exact) == "no one")
    #expect(count([10, 20], [.possibly, .never]).row(.exact) == "at most 10")
  }
}
