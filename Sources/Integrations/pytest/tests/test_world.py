"""What a test can see and do in its world."""
import json
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timedelta, timezone

import pytest

from journey_mock import Message, MockRefusal


def get(world, path, **headers):
    with urllib.request.urlopen(urllib.request.Request(world.url + path, headers=headers)) as answer:
        return answer.read()


def test_the_issuer_is_that_of_discovery_to_the_letter(journey_world, journey_issuer):
    assert json.loads(get(journey_world, "/.well-known/openid-configuration"))["issuer"] == journey_issuer


def test_requests_by_header_are_in_the_same_world(journey_world, journey_requests):
    request = urllib.request.Request(f"{journey_world.mock.url}/.well-known/jwks.json", headers=journey_world.headers)
    urllib.request.urlopen(request).close()
    assert [one.path for one in journey_requests] == ["/.well-known/jwks.json"]


def test_an_account_has_its_password(journey_accounts):
    jane = journey_accounts["jane@acme.test"]
    assert (jane.account, jane.password, jane["claims"]["given_name"]) == ("jane", "Jane-horse-11", "Jane")
    with pytest.raises(AttributeError, match="this account has no 'pasword'; it has account, email"):
        jane.pasword
    assert "jane" in {one.account for one in journey_accounts}


def test_people_are_added_changed_and_removed(journey_accounts):
    assert journey_accounts.add("nina", email="nina@acme.test").email == "nina@acme.test"
    assert journey_accounts.change("nina", risk="high").risk == "high"
    journey_accounts.remove("nina")
    with pytest.raises(MockRefusal, match="unknown account 'nina': did you mean 'gina'"):
        journey_accounts["nina"]


def test_the_clock_is_set_moved_and_stopped(journey_clock):
    journey_clock.freeze()
    assert journey_clock.set(datetime(2027, 3, 2, 10)) == datetime(2027, 3, 2, 10, tzinfo=timezone.utc)
    assert journey_clock.advance(timedelta(minutes=1, milliseconds=5)) == datetime(2027, 3, 2, 10, 1, 0, 5000, tzinfo=timezone.utc)
    journey_clock.back("1m5ms")
    assert journey_clock.now == datetime(2027, 3, 2, 10, tzinfo=timezone.utc)
    journey_clock.run()
    with pytest.raises(MockRefusal, match="'soon' is not a time"):
        journey_clock.advance("soon")


def test_faults_happen_and_are_removed(journey_world, journey_faults):
    journey_faults.add("status", 503, path="/.well-known/jwks.json")
    with pytest.raises(urllib.error.HTTPError, match="503"):
        get(journey_world, "/.well-known/jwks.json")
    journey_faults.clear()
    get(journey_world, "/.well-known/jwks.json")


def test_a_fault_happens_as_often_as_it_is_to(journey_world, journey_faults):
    journey_faults.add("status", 503, path="/.well-known/jwks.json", times=1)
    with pytest.raises(urllib.error.HTTPError, match="503"):
        get(journey_world, "/.well-known/jwks.json")
    get(journey_world, "/.well-known/jwks.json")


def test_requests_are_counted_with_their_bodies(journey_world, journey_requests):
    form = urllib.parse.urlencode({"grant_type": "authorization_code", "code": "wrong", "client_id": "acme-web"}).encode()
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(f"{journey_world.url}/oauth2/token", form)
    [asked] = journey_requests.expect("/oauth2/token", "POST", times=1, grant_type="authorization_code")
    assert (asked.status, asked.body["code"]) == (400, "wrong")
    journey_requests.expect("/userinfo", times=0)
    assert (len(journey_requests.find("/oauth2", "POST")), journey_requests.find("/oauth2", "GET")) == (1, [])
    with pytest.raises(AssertionError, match=r"(?s)expected 2 times, asked 1 times.*POST /oauth2/token 400"):
        journey_requests.expect("/oauth2/token", times=2)
    with pytest.raises(AssertionError, match="grant_type=refresh_token: expected at least once, asked 0 times"):
        journey_requests.expect("/oauth2/token", grant_type="refresh_token")
    journey_requests.clear()
    assert len(journey_requests) == 0


def test_an_empty_inbox_says_so(journey_inbox):
    assert len(journey_inbox) == 0
    with pytest.raises(LookupError, match="there is no message that fits 'to:jane' in this world's inbox"):
        journey_inbox.latest("to:jane")
    with pytest.raises(LookupError):
        journey_inbox.wait(timeout=0)


def send(world, account, mail):
    world.ask("POST", "/__journey/journeys", {"account": account, "send": [mail]})


def test_messages_are_found_by_their_words_the_newest_first_and_deleted(journey_world, journey_inbox):
    send(journey_world, "rita", "code")
    send(journey_world, "jane", "reset_link")
    assert [one.subject for one in journey_inbox] == [journey_inbox.latest().subject, journey_inbox.latest("to:rita").subject]
    assert (journey_inbox.latest().to, journey_inbox.latest("to:rita").to) == (("jane@acme.test",), ("rita@acme.test",))
    journey_inbox.clear()
    assert len(journey_inbox) == 0


def test_a_message_that_is_on_its_way_is_waited_for(journey_world, journey_inbox, monkeypatch):
    # It comes while the inbox waits, and not before.
    monkeypatch.setattr("journey_mock.world.time.sleep", lambda _: send(journey_world, "rita", "code"))
    assert len(journey_inbox.wait("to:rita").code) == 6


@pytest.mark.parametrize(
    ("text", "code"),
    [("123456 is your code.", "123456"), ("Your code: 0042", "0042"), ("Call +36305550111 or type 98765432.", "98765432")],
)
def test_the_code_of_a_message_is_found(text, code):
    assert Message("1", ("a@b.test",), "c@d.test", "", text, False).code == code


def test_a_message_without_code_or_link_says_what_it_has():
    message = Message("1", ("a@b.test",), "c@d.test", "", "Hello 1234567890 http", False)
    with pytest.raises(LookupError, match="there is no code in this message: Hello"):
        message.code
    with pytest.raises(LookupError, match="there is no link"):
        message.link


def test_policies_change_in_this_world_alone(journey_world, journey_mock):
    journey_world.policies.change({"code.life": "1m"}, mfa=True)
    assert journey_world.policies.read()["code.life"] == "1m"
    assert journey_mock.world("another").policies.read()["code.life"] == "5m"
    journey_mock.world("another").forget()


def test_a_world_begins_again(journey_world, journey_accounts):
    journey_accounts.remove("jane")
    journey_world.reset(seed=7, now=datetime(2027, 3, 2, 10, tzinfo=timezone.utc))
    assert journey_accounts["jane"].status == "active"
    assert journey_world.clock.now.year == 2027


def test_a_seed_makes_the_codes_the_same(journey_world, journey_inbox):
    codes = []
    for seed in (7, 7, 8):
        journey_world.reset(seed=seed)
        send(journey_world, "rita", "code")
        codes.append(journey_inbox.latest().code)
    assert codes[0] == codes[1] != codes[2]


def start(world):
    """The body with which an app's journey begins."""
    query = {
        "client_id": "acme-web", "redirect_uri": "https://app.acme.test/callback", "response_type": "code", "scope": "openid",
        "state": "state-01", "nonce": "n", "code_challenge": "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU", "code_challenge_method": "S256",
        "sdk": "web",
    }  # fmt: skip
    address = get(world, f"/oauth2/auth?{urllib.parse.urlencode(query)}").decode()
    session = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)["session_id"][0]
    headers = {"Authorization": f"Bearer {session}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{world.url}/flow/api/v1/init", b"{}", headers)) as answer:
        return json.load(answer)


def test_the_next_journey_begins_at_a_screen_with_a_person(journey_world):
    journey_world.begin_at("mfaPasscode", account="rita")
    first = start(journey_world)
    assert first["screen"] == "mfaPasscode" and "rita@acme.test" in json.dumps(first), first
    assert start(journey_world)["screen"] != "mfaPasscode"
    journey_world.begin_at("mfaPasscode", account="rita", times=None)
    assert [start(journey_world)["screen"] for _ in range(3)] == ["mfaPasscode"] * 3
