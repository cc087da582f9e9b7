import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The extension in use, against the shipped tenants. */
@ExtendWith(JourneyMock.class)
class JourneyMockTest {
  private static final Set<String> NAMES = new HashSet<>();
  private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private HttpResponse<String> send(String address, String form) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address)).header("Accept", "text/html,application/xhtml+xml");
    if (form != null) request.header("Content-Type", "application/x-www-form-urlencoded").POST(HttpRequest.BodyPublishers.ofString(form));
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @RepeatedTest(3)
  void eachTestHasAWorldOfItsOwn(JourneyMock.World world, JourneyMock.Accounts accounts) {
    String worlds = world.ask("GET", "/__journey/worlds", null).toString();
    assertTrue(NAMES.stream().noneMatch(worlds::contains), worlds);
    assertTrue(NAMES.add(world.name()));
    assertEquals("active", accounts.get("jane").get("status"));
    accounts.change("jane", Map.of("status", "locked"));
    assertEquals("locked", accounts.get("jane@acme.test").get("status"));
  }

  @Test
  void theIssuerIsThatOfDiscoveryToTheLetter(JourneyMock.World world) throws Exception {
    assertTrue(send(world.url() + "/.well-known/openid-configuration", null).body().contains("\"issuer\":\"" + world.issuer() + "\""));
  }

  @Test
  void aJourneyReachesTheInbox(JourneyMock.World world, JourneyMock.Inbox inbox) throws Exception {
    // Hugo has no password: the code comes as soon as he is known.
    Object begun = world.ask("POST", "/__journey/journeys", Map.of("screen", "identification"));
    Matcher session = Pattern.compile("session_id=([^,}]+)").matcher(begun.toString());
    assertTrue(session.find());
    for (List<String> call : List.of(List.of("init", "{}"), List.of("form/identifier", "{\"identifier\": \"hugo@acme.test\"}"))) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(world.url() + "/flow/api/v1/" + call.get(0)))
          .header("Authorization", "Bearer " + session.group(1)).header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(call.get(1))).build();
      assertEquals(200, client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
    }
    JourneyMock.Message mail = inbox.await("to:hugo@acme.test", Duration.ofSeconds(10));
    assertTrue(mail.code().matches("\\d{6}"));
    assertEquals("Your Acme code", mail.subject());
    assertFalse(mail.isSms());
    assertThrows(NoSuchElementException.class, mail::link);
    assertThrows(NoSuchElementException.class, () -> inbox.latest("to:jane@acme.test"));
    inbox.clear();
    assertEquals(List.of(), inbox.all());
  }

  @Test
  void theClockIsSetMovedAndStopped(JourneyMock.Clock clock) {
    clock.freeze();
    clock.set(Instant.parse("2027-03-02T10:00:00Z"));
    assertEquals(Instant.parse("2027-03-02T10:15:00.005Z"), clock.advance(Duration.ofMinutes(15).plusMillis(5)));
    clock.back(Duration.ofMinutes(15).plusMillis(5));
    assertEquals(Instant.parse("2027-03-02T10:00:00Z"), clock.now());
  }

  @Test
  void peopleAreAddedAndRemoved(JourneyMock.Accounts accounts) {
    accounts.add("nina", Map.of("email", "nina@acme.test", "password", "Nina-\"owl\"-ő", "claims", Map.of("given_name", "Nína")));
    assertEquals("Nina-\"owl\"-ő", accounts.get("nina").get("password"));
    accounts.remove("nina");
    JourneyMock.MockRefusal refusal = assertThrows(JourneyMock.MockRefusal.class, () -> accounts.get("nina"));
    assertEquals("GET /__journey/accounts/nina: status 404: unknown account 'nina': did you mean 'gina'?", refusal.getMessage());
  }

  @Test
  void faultsHappenAndRequestsAreCounted(JourneyMock.World world, JourneyMock.Faults faults, JourneyMock.Requests requests) throws Exception {
    faults.status(503, "/oauth2/token", 1);
    String form = "grant_type=authorization_code&code=" + URLEncoder.encode("a b", StandardCharsets.UTF_8) + "&client_id=acme-web";
    assertEquals(503, send(world.url() + "/oauth2/token", form).statusCode());
    assertEquals(400, send(world.url() + "/oauth2/token", form).statusCode());
    assertEquals(List.of(503, 400), requests.expect("/oauth2/token", 2).stream().map(JourneyMock.Request::status).toList());
    AssertionError error = assertThrows(AssertionError.class, () -> requests.expect("/oauth2/token", 1));
    assertTrue(error.getMessage().contains("expected 1 times, asked 2 times"), error.getMessage());
  }
}
