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
    with pytest.raises(MockRefusal, match="there is no account 'nina': did you mean 'gina'"):
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


def test_requests_are_counted_with_their_bodies(journey_world, journey_requests):
    form = urllib.parse.urlencode({"grant_type": "authorization_code", "code": "wrong", "client_id": "acme-web"}).encode()
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(f"{journey_world.url}/oauth2/token", form)
    [asked] = journey_requests.expect("/oauth2/token", "POST", times=1, grant_type="authorization_code")
    assert (asked.status, asked.body["code"]) == (400, "wrong")
    journey_requests.expect("/userinfo", times=0)
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
