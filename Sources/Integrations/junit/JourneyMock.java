import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * JUnit 5's way to {@code journey mock}: a login server for the tests, and a fresh world of it for each test. Copy this file into your tests,
 * and put it into a package of yours. It needs Java 17 and JUnit 5.8 or newer, and nothing else.
 *
 * <pre>{@code
 * @ExtendWith(JourneyMock.class)
 * class LoginTests {
 *   @Test
 *   void aPersonSignsIn(JourneyMock.World world) {
 *     var app = new App(world.issuer(), "acme-web");
 *     ...
 *     app.typeCode(world.inbox().latest("to:rita@acme.test").code());
 *   }
 * }
 * }</pre>
 *
 * <p>Settings are configuration parameters of JUnit (junit-platform.properties) or system properties: {@code journey.tenant} (required),
 * {@code journey.command} (else the variable JOURNEY, else {@code journey} of the PATH), {@code journey.project} (else {@code journeys}),
 * {@code journey.arguments}. {@code @RegisterExtension static JourneyMock mock = JourneyMock.of("cascade");} names the tenant in a class.
 *
 * <p>There is one process for each tenant and JVM, on a free port. It ends with JUnit's run, even if the JVM is killed.
 */
public final class JourneyMock implements ParameterResolver, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(JourneyMock.class);
  private final String givenTenant;

  /** For {@code @ExtendWith}: the tenant is the setting {@code journey.tenant}. */
  public JourneyMock() {
    this(null);
  }

  private JourneyMock(String tenant) {
    givenTenant = tenant;
  }

  /** For {@code @RegisterExtension}: the tenant of these tests. */
  public static JourneyMock of(String tenant) {
    return new JourneyMock(tenant);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return List.of(World.class, Inbox.class, Clock.class, Accounts.class, Requests.class, Faults.class)
        .contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    World world = world(context);
    if (type == Inbox.class) return world.inbox();
    if (type == Clock.class) return world.clock();
    if (type == Accounts.class) return world.accounts();
    if (type == Requests.class) return world.requests();
    if (type == Faults.class) return world.faults();
    return world;
  }

  /** Forgets the test's world; if the test failed, reports first what it was asked. */
  @Override
  public void afterEach(ExtensionContext context) {
    World world = context.getStore(NAMESPACE).remove("world", World.class);
    if (world == null) return;
    if (context.getExecutionException().isPresent()) {
      String asked = world.requests().find().stream().map(Request::toString).collect(Collectors.joining("\n"));
      context.publishReportEntry("journey mock, world " + world.name, asked.isEmpty() ? "It was asked nothing." : asked);
    }
    world.forget();
  }

  private World world(ExtensionContext context) {
    return context.getStore(NAMESPACE).getOrComputeIfAbsent("world", key -> mock(context).world(worldName(context)), World.class);
  }

  private static String worldName(ExtensionContext context) {
    String words = context.getTestMethod().map(method -> method.getName()).orElse("test").replaceAll("[^A-Za-z0-9]+", "-");
    byte[] random = new byte[4];
    new SecureRandom().nextBytes(random);
    return words.substring(0, Math.min(words.length(), 30)).toLowerCase(Locale.ROOT) + "-" + HexFormat.of().formatHex(random);
  }

  private Mock mock(ExtensionContext context) {
    String tenant = givenTenant != null ? givenTenant : setting(context, "tenant").orElseThrow(
        () -> new MockNotStarted("which tenant? Set journey.tenant in junit-platform.properties, or use JourneyMock.of(\"acme\")"));
    String command = setting(context, "command").or(() -> Optional.ofNullable(System.getenv("JOURNEY"))).orElse("journey");
    List<String> line = new ArrayList<>(List.of(command, "mock", tenant, "--port", "0"));
    setting(context, "project").ifPresent(project -> line.addAll(List.of("--project", project)));
    setting(context, "arguments").ifPresent(arguments -> line.addAll(List.of(arguments.trim().split("\\s+"))));
    // The root's store closes it at the end of the run.
    return context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent(line, key -> new Mock(line), Mock.class);
  }

  private static Optional<String> setting(ExtensionContext context, String name) {
    return context.getConfigurationParameter("journey." + name).filter(value -> !value.isBlank());
  }

  /** The command was not found, ended before it served anything, or took too long. The message has what it printed. */
  public static final class MockNotStarted extends RuntimeException {
    private static final long serialVersionUID = 1;

    MockNotStarted(String message) {
      super("journey mock: " + message);
    }
  }

  /** The mock refused a request of a test. The message is the mock's own, with what it suggests. */
  public static final class MockRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;
    public final int status;

    MockRefusal(int status, String message) {
      super(message);
      this.status = status;
    }
  }

  /** The process of the mock. Nothing waits by sleeping: it prints its address once it listens, and its output ends when it ends. */
  private static final class Mock implements ExtensionContext.Store.CloseableResource {
    /** Runs a command until it ends, or until standard input ends. The kernel closes standard input when the JVM ends, however it ends. */
    private static final String GUARD = """
        exec 3<&0
        "$@" </dev/null 3<&- 2>&1 & mock=$!
        { cat <&3; kill "$mock"; } >/dev/null 2>&1 & watcher=$!
        wait "$mock"; status=$?
        kill "$watcher" 2>/dev/null
        exit "$status"
        """;
    private static final Pattern ADDRESS = Pattern.compile(" is served at (https?://\\S+)");

    private final HttpClient client = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).version(HttpClient.Version.HTTP_1_1).build();
    private final Deque<String> lines = new ArrayDeque<>();
    private final CompletableFuture<String> served = new CompletableFuture<>();
    private final String token;
    private final Process guard;
    private final String url;
    private String issuerPath;

    Mock(List<String> command) {
      byte[] random = new byte[24];
      new SecureRandom().nextBytes(random);
      token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
      List<String> line = new ArrayList<>(List.of("/bin/sh", "-c", GUARD, "journey"));
      line.addAll(command);
      ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
      builder.environment().put("JOURNEY_CONTROL_TOKEN", token);
      try {
        guard = builder.start();
      } catch (IOException error) {
        throw new MockNotStarted(error.getMessage());
      }
      Thread reader = new Thread(this::read, "journey mock output");
      reader.setDaemon(true);
      reader.start();
      url = address(command);
    }

    private String address(List<String> command) {
      String reason;
      try {
        String found = served.get(60, TimeUnit.SECONDS);
        if (!found.isEmpty()) return found;
        int status = guard.waitFor();
        if (status == 126 || status == 127) {
          throw new MockNotStarted("the command '" + command.get(0)
              + "' was not found or cannot be run: install 'journey', or say where it is with journey.command or the variable JOURNEY");
        }
        reason = "ended with status " + status + " before it served anything";
      } catch (TimeoutException error) {
        reason = "printed no address in 60 s";
      } catch (Exception error) {
        if (error instanceof MockNotStarted known) throw known;
        reason = String.valueOf(error);
      }
      close();
      throw new MockNotStarted("'" + String.join(" ", command) + "' " + reason + ":\n" + output());
    }

    /** Takes everything the mock prints, so that it never waits for a reader. */
    private void read() {
      try (BufferedReader output = new BufferedReader(new InputStreamReader(guard.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
          synchronized (lines) {
            lines.addLast(line);
            if (lines.size() > 200) lines.removeFirst();
          }
          Matcher found = ADDRESS.matcher(line);
          if (found.find()) served.complete(found.group(1));
        }
      } catch (IOException ended) {
        // The process is over, and so is what it prints.
      }
      served.complete("");
    }

    private String output() {
      synchronized (lines) {
        return lines.isEmpty() ? "(it printed nothing)" : String.join("\n", lines);
      }
    }

    @Override
    public void close() {
      try {
        guard.getOutputStream().close();
        if (!guard.waitFor(5, TimeUnit.SECONDS)) {
          guard.descendants().forEach(ProcessHandle::destroyForcibly);
          guard.destroyForcibly();
        }
      } catch (IOException | InterruptedException error) {
        guard.descendants().forEach(ProcessHandle::destroyForcibly);
      }
    }

    World world(String name) {
      return new World(this, name);
    }

    synchronized String issuerPath() {
      if (issuerPath == null) {
        try {
          String issuer = (String) Json.members(ask("", "GET", "/.well-known/openid-configuration", null)).get("issuer");
          issuerPath = issuer.startsWith(url) ? issuer.substring(url.length()) : "";
        } catch (MockRefusal refusal) {
          issuerPath = "";
        }
      }
      return issuerPath;
    }

    Object ask(String place, String method, String path, Object body) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(url + place + path)).timeout(Duration.ofSeconds(30))
          .header("Journey-Control-Token", token)
          .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(Json.write(body)))
          .build();
      try {
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 400) throw new MockRefusal(answer.statusCode(), method + " " + path + ": " + reason(answer));
        boolean isJson = answer.headers().firstValue("Content-Type").orElse("").startsWith("application/json");
        return isJson && !answer.body().isEmpty() ? Json.read(answer.body()) : answer.body();
      } catch (IOException | InterruptedException error) {
        throw new IllegalStateException("the mock at " + url + " does not answer: " + error + "\n" + output(), error);
      }
    }

    private static String reason(HttpResponse<String> answer) {
      String reason = "status " + answer.statusCode();
      if (!answer.body().startsWith("{")) return reason;
      Map<String, Object> refusal = Json.members(Json.read(answer.body()));
      return reason + ": " + refusal.get("error") + (refusal.get("suggestion") == null ? "" : ": " + refusal.get("suggestion"));
    }
  }

  /** What one test sees of the mock: people, sessions, clock, inbox and faults of its own. */
  public static final class World {
    private final Mock mock;
    private final String name;
    private final String place;

    private World(Mock mock, String name) {
      this.mock = mock;
      this.name = name;
      place = "/~" + name;
    }

    /** For clients that can send headers, in {@code Journey-World}, instead of the address. */
    public String name() {
      return name;
    }

    /** The world's address, without a final slash. A browser and a server may both use it. */
    public String url() {
      return mock.url + place;
    }

    /** The issuer to configure the app with, exactly as discovery and tokens have it. In journey-flow it ends with a slash. */
    public String issuer() {
      return url() + mock.issuerPath();
    }

    public Inbox inbox() {
      return new Inbox(this);
    }

    public Clock clock() {
      return new Clock(this);
    }

    public Accounts accounts() {
      return new Accounts(this);
    }

    public Requests requests() {
      return new Requests(this);
    }

    public Faults faults() {
      return new Faults(this);
    }

    /** Changes policies of this world alone, e.g. {@code Map.of("mfa", true)}. */
    public void changePolicies(Map<String, ?> policies) {
      ask("PATCH", "/__journey/policies", policies);
    }

    /** Lets the next journey begin at a screen; {@code account} may be null. */
    public void beginAt(String screen, String account) {
      Map<String, Object> body = new LinkedHashMap<>(Map.of("screen", screen, "times", 1));
      if (account != null) body.put("account", account);
      ask("PUT", "/__journey/start", body);
    }

    /** Does what a person does with the push on their phone. */
    public void answerPush(String account, boolean accepts) {
      ask("POST", "/__journey/push", Map.of("account", account, "accepts", accepts));
    }

    /** Forgets the world. The next request that names it finds a new one. */
    public void forget() {
      ask("DELETE", "/__journey/world", null);
    }

    /** Asks any control route about this world; the answer is a map, a list or a text. */
    public Object ask(String method, String path, Object body) {
      return mock.ask(place, method, path, body);
    }

    private Map<String, Object> members(String method, String path, Object body) {
      return Json.members(ask(method, path, body));
    }
  }

  /** A mail or a text message. */
  public record Message(String id, List<String> to, String from, String subject, String text, boolean isSms) {
    private static final Pattern CODE = Pattern.compile("(?<![\\w/.-])\\d{4,8}(?![\\w/-])");
    private static final Pattern LINK = Pattern.compile("https?://[^\\s<>\"]+");

    /** The code in the text: its first four to eight digits that are on their own. */
    public String code() {
      return first(CODE, "code");
    }

    /** The first link in the text. */
    public String link() {
      return first(LINK, "link");
    }

    private String first(Pattern pattern, String what) {
      Matcher found = pattern.matcher(text);
      if (!found.find()) throw new NoSuchElementException("there is no " + what + " in this message: " + text);
      return found.group();
    }
  }

  /** The mails and text messages of a world. */
  public record Inbox(World world) {
    /** All messages, the newest first. */
    public List<Message> all() {
      return messages("/api/v1/messages?limit=1000");
    }

    /** The messages that fit, the newest first: words, "quoted phrases", to:, from:, subject: and tag:sms; - before one excludes. */
    public List<Message> find(String query) {
      return messages("/api/v1/search?limit=1000&query=" + encoded(query));
    }

    /** The newest message that fits; there has to be one. {@link #await} is for a browser that is not done yet. */
    public Message latest(String query) {
      return find(query).stream().findFirst().orElseThrow(() -> new NoSuchElementException("there is no message that fits '" + query
          + "' in this world's inbox" + all().stream().map(m -> "\n  to " + m.to() + ": " + m.subject()).collect(Collectors.joining())));
    }

    /** The newest message that fits, as soon as there is one. */
    public Message await(String query, Duration atMost) throws InterruptedException {
      for (long end = System.nanoTime() + atMost.toNanos(); find(query).isEmpty() && System.nanoTime() < end; ) Thread.sleep(20);
      return latest(query);
    }

    public void clear() {
      world.ask("DELETE", "/api/v1/messages", null);
    }

    private List<Message> messages(String path) {
      return Json.list(world.members("GET", path, null).get("messages")).stream()
          .map(listed -> read((String) Json.members(listed).get("ID"))).toList();
    }

    private Message read(String id) {
      Map<String, Object> found = world.members("GET", "/api/v1/message/" + encoded(id), null);
      List<String> to = Json.list(found.get("To")).stream().map(person -> (String) Json.members(person).get("Address")).toList();
      return new Message(id, to, (String) Json.members(found.get("From")).get("Address"), (String) found.get("Subject"),
          (String) found.get("Text"), Json.list(found.get("Tags")).contains("sms"));
    }
  }

  /** The clock of a world. Codes, locks, sessions and tokens expire by it. */
  public record Clock(World world) {
    public Instant now() {
      return Instant.parse((String) world.members("GET", "/__journey/clock", null).get("now"));
    }

    public Instant advance(Duration time) {
      return move(Map.of("advance", time.toMillis() + "ms"));
    }

    public Instant back(Duration time) {
      return move(Map.of("back", time.toMillis() + "ms"));
    }

    public Instant set(Instant moment) {
      return move(Map.of("now", moment.toString()));
    }

    /** Lets the clock stand, so that only the test moves it. */
    public Instant freeze() {
      return move(Map.of("stands", true));
    }

    /** Lets the clock run again. */
    public Instant run() {
      return move(Map.of("stands", false));
    }

    private Instant move(Map<String, ?> change) {
      return Instant.parse((String) world.members("POST", "/__journey/clock", change).get("now"));
    }
  }

  /** A person as they were when they were looked up. */
  public record Account(Map<String, Object> members) {
    /** A text of the account, such as {@code email} or {@code password}. */
    public String get(String name) {
      if (!members.containsKey(name)) throw new NoSuchElementException("this account has no '" + name + "'; it has " + members.keySet());
      return String.valueOf(members.get(name));
    }
  }

  /** The people of a world. */
  public record Accounts(World world) {
    /** A person by name, e-mail address, user name or sub. */
    public Account get(String person) {
      return new Account(world.members("GET", "/__journey/accounts/" + encoded(person), null));
    }

    /** Adds a person, with the keys of the tenant's file. */
    public Account add(String account, Map<String, ?> members) {
      Map<String, Object> body = new LinkedHashMap<>(members);
      body.put("account", account);
      world.ask("POST", "/__journey/accounts", body);
      return get(account);
    }

    /** Changes a person; what is not named stays. */
    public Account change(String person, Map<String, ?> members) {
      world.ask("PATCH", "/__journey/accounts/" + encoded(person), members);
      return get(person);
    }

    public void remove(String person) {
      world.ask("DELETE", "/__journey/accounts/" + encoded(person), null);
    }
  }

  /** A request that the mock was asked, and its answer. {@code url} is without the world. */
  public record Request(String method, String url, Map<String, Object> headers, Object body, int status, Object answer, List<Object> edges) {
    @Override
    public String toString() {
      return method + " " + url + " " + status + (edges.isEmpty() ? "" : " " + edges);
    }
  }

  /** What apps and browsers asked in a world: the last 256 requests. Requests of tests to control routes are not among them. */
  public record Requests(World world) {
    public List<Request> find() {
      return find("/");
    }

    /** The requests whose paths begin so, the oldest first. */
    public List<Request> find(String path) {
      return Json.list(world.members("GET", "/__journey/requests?path=" + encoded(path), null).get("requests")).stream()
          .map(Json::members).map(Requests::read).toList();
    }

    /** Requires that something was asked this often. */
    public List<Request> expect(String path, int times) {
      List<Request> found = find(path);
      if (found.size() == times) return found;
      throw new AssertionError(path + ": expected " + times + " times, asked " + found.size() + " times. All requests of this world:"
          + find().stream().map(one -> "\n  " + one).collect(Collectors.joining()));
    }

    private static Request read(Map<String, Object> found) {
      Map<String, Object> answer = found.get("response") == null ? Map.of("status", 0.0) : Json.members(found.get("response"));
      return new Request((String) found.get("method"), (String) found.get("url"), Json.members(found.get("headers")), found.get("body"),
          ((Double) answer.get("status")).intValue(), answer.get("body"), Json.list(found.get("edges")));
    }
  }

  /** What goes wrong in a world, on purpose. */
  public record Faults(World world) {
    /** Lets the next responses to paths that begin so have a status, this often. */
    public void status(int status, String path, int times) {
      add(Map.of("effect", "status", "value", status, "path", path, "times", times));
    }

    /** A fault with its effect, value, path and times, as the page on mock tenants lists them. */
    public void add(Map<String, ?> fault) {
      world.ask("POST", "/__journey/faults", fault);
    }

    public void clear() {
      world.ask("DELETE", "/__journey/faults", null);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** As much JSON as the control routes speak, so that this file needs no library. Numbers are doubles. */
  private static final class Json {
    private final String text;
    private int index;

    private Json(String text) {
      this.text = text;
    }

    static Object read(String text) {
      return new Json(text).value();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> members(Object value) {
      return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
      return (List<Object>) value;
    }

    static String write(Object value) {
      if (value instanceof Map<?, ?> map) {
        return map.entrySet().stream().map(entry -> write(entry.getKey().toString()) + ":" + write(entry.getValue()))
            .collect(Collectors.joining(",", "{", "}"));
      }
      if (value instanceof Iterable<?> items) {
        List<String> written = new ArrayList<>();
        for (Object item : items) written.add(write(item));
        return "[" + String.join(",", written) + "]";
      }
      if (value == null || value instanceof Number || value instanceof Boolean) return String.valueOf(value);
      StringBuilder quoted = new StringBuilder("\"");
      for (char unit : value.toString().toCharArray()) {
        if (unit == '"' || unit == '\\') quoted.append('\\').append(unit);
        else if (unit < ' ') quoted.append(String.format("\\u%04x", (int) unit));
        else quoted.append(unit);
      }
      return quoted.append('"').toString();
    }

    private Object value() {
      switch (next()) {
        case '{' -> {
          Map<String, Object> members = new LinkedHashMap<>();
          for (index++; next() != '}'; skip(',')) {
            String name = string();
            next();
            skip(':');
            members.put(name, value());
          }
          index++;
          return members;
        }
        case '[' -> {
          List<Object> items = new ArrayList<>();
          for (index++; next() != ']'; skip(',')) items.add(value());
          index++;
          return items;
        }
        case '"' -> {
          return string();
        }
        default -> {
          int start = index;
          while (index < text.length() && ",]} \n\r\t".indexOf(text.charAt(index)) < 0) index++;
          String word = text.substring(start, index);
          return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> Double.valueOf(word);
          };
        }
      }
    }

    /** The next character that is not blank. */
    private char next() {
      while (Character.isWhitespace(text.charAt(index))) index++;
      return text.charAt(index);
    }

    private void skip(char sign) {
      if (next() == sign) index++;
    }

    private String string() {
      StringBuilder found = new StringBuilder();
      for (index++; text.charAt(index) != '"'; index++) {
        if (text.charAt(index) != '\\') {
          found.append(text.charAt(index));
          continue;
        }
        char escaped = text.charAt(++index);
        switch (escaped) {
          case 'n' -> found.append('\n');
          case 'r' -> found.append('\r');
          case 't' -> found.append('\t');
          case 'b' -> found.append('\b');
          case 'f' -> found.append('\f');
          case 'u' -> {
            found.append((char) Integer.parseInt(text.substring(index + 1, index + 5), 16));
            index += 4;
          }
          default -> found.append(escaped);
        }
      }
      index++;
      return found.toString();
    }
  }
}
