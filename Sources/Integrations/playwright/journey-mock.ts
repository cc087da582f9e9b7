/**
 * Playwright's way to `journey mock`: a login server for the tests, and a fresh world of it for each test. Copy this file next to your tests.
 *
 *     import { test, expect } from './journey-mock';
 *
 *     test('a person signs in with a code by mail', async ({ page, world, inbox }) => {
 *       await page.goto(`http://localhost:5173/?issuer=${await world.issuer()}`);
 *       ...
 *       await page.getByLabel('Code').fill((await inbox.wait('to:rita@acme.test')).code);
 *     });
 *
 * Settings are options of Playwright's configuration, under `use`: `journeyTenant` (required), `journeyCommand` (else the variable JOURNEY,
 * else `journey` of the PATH), `journeyProject` (else `journeys`), `journeyArguments`. A file or group of tests takes another tenant with
 * `test.use({ journeyTenant: 'cascade' })`.
 *
 * Each worker of Playwright has its own process, on a free port. It ends with the worker, even if that is killed. Node.js 20 or newer.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';

/** Runs a command until it ends, or until standard input ends. The kernel closes standard input when the worker ends, however it ends. */
const guard = `
exec 3<&0
"$@" </dev/null 3<&- 2>&1 & mock=$!
{ cat <&3; kill "$mock"; } >/dev/null 2>&1 & watcher=$!
wait "$mock"; status=$?
kill "$watcher" 2>/dev/null
exit "$status"
`;

type Json = Record<string, unknown>;

/** The mock refused a request of a test. The message is the mock's own, with what it suggests. */
export class MockRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'MockRefusal';
    this.status = status;
  }
}

/** A running `journey mock`. Nothing waits by sleeping: it prints its address once it listens, and its output ends when it ends. */
export class Mock {
  readonly tenant: string;
  /** Where it is served, without a final slash. */
  readonly url: string;
  private readonly token: string;
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly ended: Promise<unknown>;
  private knownIssuerPath: string | undefined;

  private constructor(tenant: string, url: string, token: string, process: ChildProcessWithoutNullStreams, ended: Promise<unknown>) {
    this.tenant = tenant;
    this.url = url;
    this.token = token;
    this.process = process;
    this.ended = ended;
  }

  /** Starts the command, and waits until it listens. Fails with what it printed if it ends before. */
  static async start(tenant: string, settings: { command?: string; project?: string; arguments?: string[] } = {}): Promise<Mock> {
    const command = settings.command || process.env.JOURNEY || 'journey';
    const line = [command, 'mock', tenant, '--port', '0'];
    if (settings.project) line.push('--project', settings.project);
    line.push(...(settings.arguments ?? []));
    const token = randomBytes(24).toString('base64url');
    const child = spawn('/bin/sh', ['-c', guard, 'journey', ...line], {
      // A session of its own: Control-C ends the tests first, and then the mock.
      detached: true,
      env: { ...process.env, JOURNEY_CONTROL_TOKEN: token },
    });
    child.stdin.on('error', () => undefined);
    const ended = new Promise<number | null>(resolve => child.once('close', status => resolve(status)));
    const printed: string[] = [];
    const address = new Promise<string>(resolve => {
      // Goes on reading, so that the mock never waits for a reader.
      createInterface({ input: child.stdout }).on('line', text => {
        printed.push(text);
        if (printed.length > 200) printed.shift();
        const found = / is served at (https?:\/\/\S+)/.exec(text);
        if (found) resolve(found[1]);
      });
    });
    const failed = ended.then(status => {
      if (status === 126 || status === 127) {
        throw new Error(`journey mock: the command '${command}' was not found or cannot be run: install 'journey', `
          + `or say where it is with 'journeyCommand' or the variable JOURNEY`);
      }
      throw new Error(`journey mock: '${line.join(' ')}' ended with status ${status} before it served anything:\n`
        + (printed.join('\n') || '(it printed nothing)'));
    });
    // Once the mock is served, its end is no longer an error of its start.
    failed.catch(() => undefined);
    return new Mock(tenant, await Promise.race([address, failed]), token, child, ended);
  }

  /** Stops the mock and waits for its end. */
  async stop(): Promise<void> {
    this.process.stdin.end();
    const late = setTimeout(() => process.kill(-this.process.pid!, 'SIGKILL'), 5000);
    await this.ended;
    clearTimeout(late);
  }

  /** The world of this name, which begins when it is first used. */
  world(name: string): World {
    return new World(this, name);
  }

  /** What the issuer has after the address: nothing, or `/` where the vendor's issuers end with it. */
  async issuerPath(): Promise<string> {
    if (this.knownIssuerPath === undefined) {
      const answer = await fetch(`${this.url}/.well-known/openid-configuration`);
      const issuer = answer.ok ? ((await answer.json()) as { issuer: string }).issuer : this.url;
      this.knownIssuerPath = issuer.startsWith(this.url) ? issuer.slice(this.url.length) : '';
    }
    return this.knownIssuerPath;
  }

  /** Asks a control route, and gives the JSON of its answer. `place` is `/~NAME` for the world of a name. */
  async ask(place: string, method: string, path: string, body?: unknown): Promise<any> {
    const answer = await fetch(`${this.url}${place}${path}`, {
      method,
      headers: { 'Journey-Control-Token': this.token },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    const isJson = (answer.headers.get('content-type') ?? '').startsWith('application/json');
    const read = isJson && text ? JSON.parse(text) : undefined;
    if (!answer.ok) {
      throw new MockRefusal(answer.status, `${method} ${path}: status ${answer.status}: `
        + (read ? [read.error, read.suggestion].filter(Boolean).join(': ') : text || '(no body)'));
    }
    return read;
  }
}

/** What one test sees of the mock: people, sessions, clock, inbox and faults of its own. */
export class World {
  readonly mock: Mock;
  readonly name: string;
  /** The world's address, without a final slash. A browser and a server may both use it. */
  readonly url: string;
  /** For clients that can send headers, instead of the address. */
  readonly headers: { 'Journey-World': string };
  readonly inbox = new Inbox(this);
  readonly clock = new Clock(this);
  readonly accounts = new Accounts(this);
  readonly requests = new Requests(this);
  readonly faults = new Faults(this);

  constructor(mock: Mock, name: string) {
    this.mock = mock;
    this.name = name;
    this.url = `${mock.url}/~${name}`;
    this.headers = { 'Journey-World': name };
  }

  /** The issuer to configure the app with, exactly as discovery and tokens have it. In journey-flow it ends with a slash. */
  async issuer(): Promise<string> {
    return this.url + (await this.mock.issuerPath());
  }

  /** Asks any control route about this world, e.g. `ask('GET', '/__journey/clock')`. */
  ask(method: string, path: string, body?: unknown): Promise<any> {
    return this.mock.ask(`/~${this.name}`, method, path, body);
  }

  /** Changes policies of this world alone, e.g. `{ mfa: true }`. */
  async changePolicies(policies: Json): Promise<void> {
    await this.ask('PATCH', '/__journey/policies', policies);
  }

  /** Lets the next journey begin at a screen. */
  async beginAt(screen: string, account?: string): Promise<void> {
    await this.ask('PUT', '/__journey/start', { screen, account, times: 1 });
  }

  /** Does what a person does with the push on their phone. */
  async answerPush(account: string, accepts = true): Promise<void> {
    await this.ask('POST', '/__journey/push', { account, accepts });
  }

  /** Forgets the world. The next request that names it finds a new one. */
  async forget(): Promise<void> {
    await this.ask('DELETE', '/__journey/world');
  }
}

/** A mail or a text message. */
export class Message {
  readonly id: string;
  readonly to: string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly isSms: boolean;

  constructor(read: any) {
    this.id = read.ID;
    this.to = read.To.map((person: { Address: string }) => person.Address);
    this.from = read.From.Address;
    this.subject = read.Subject;
    this.text = read.Text;
    this.isSms = read.Tags.includes('sms');
  }

  /** The code in the text: its first four to eight digits that are on their own. */
  get code(): string {
    return this.first(/(?<![\w/.-])\d{4,8}(?![\w/-])/, 'code');
  }

  /** The first link in the text. */
  get link(): string {
    return this.first(/https?:\/\/[^\s<>"]+/, 'link');
  }

  private first(pattern: RegExp, what: string): string {
    const found = pattern.exec(this.text);
    if (!found) throw new Error(`there is no ${what} in this message: ${this.text}`);
    return found[0];
  }
}

/** The mails and text messages of a world. */
export class Inbox {
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** The messages that fit, the newest first: words, "quoted phrases", `to:`, `from:`, `subject:`, `tag:sms`; `-` before one excludes. */
  async find(query?: string): Promise<Message[]> {
    const path = query === undefined ? '/api/v1/messages?limit=1000' : `/api/v1/search?limit=1000&query=${encodeURIComponent(query)}`;
    const { messages } = await this.world.ask('GET', path);
    return Promise.all(messages.map(async ({ ID }: { ID: string }) => new Message(await this.world.ask('GET', `/api/v1/message/${ID}`))));
  }

  /** The newest message that fits; there has to be one. */
  async latest(query?: string): Promise<Message> {
    const [newest] = await this.find(query);
    if (newest) return newest;
    const others = (await this.find()).map(one => `\n  to ${one.to.join(', ')}: ${one.subject || one.text}`).join('');
    throw new Error(`there is no message${query === undefined ? '' : ` that fits '${query}'`} in this world's inbox${others && `, but:${others}`}`);
  }

  /** The newest message that fits, as soon as there is one. */
  async wait(query?: string, timeout = 10_000): Promise<Message> {
    const end = Date.now() + timeout;
    while ((await this.find(query)).length === 0 && Date.now() < end) await new Promise(resolve => setTimeout(resolve, 20));
    return this.latest(query);
  }

  /** Deletes all messages. */
  async clear(): Promise<void> {
    await this.world.ask('DELETE', '/api/v1/messages');
  }
}

/** The clock of a world. Codes, locks, sessions and tokens expire by it; the browser's own clock does not move. */
export class Clock {
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  async now(): Promise<Date> {
    return new Date((await this.world.ask('GET', '/__journey/clock')).now);
  }

  /** Moves the clock on, by a time such as `15m` or `1d2h`. */
  advance(time: string): Promise<Date> {
    return this.move({ advance: time });
  }

  back(time: string): Promise<Date> {
    return this.move({ back: time });
  }

  set(moment: Date): Promise<Date> {
    return this.move({ now: moment.toISOString() });
  }

  /** Lets the clock stand, so that only the test moves it. */
  freeze(): Promise<Date> {
    return this.move({ stands: true });
  }

  /** Lets the clock run again. */
  run(): Promise<Date> {
    return this.move({ stands: false });
  }

  private async move(change: Json): Promise<Date> {
    return new Date((await this.world.ask('POST', '/__journey/clock', change)).now);
  }
}

/** A person as they were when they were looked up, with the keys of the tenant's file. */
export type Account = { account: string; email?: string; password?: string; [key: string]: any };

/** The people of a world. */
export class Accounts {
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** A person by name, e-mail address, user name or `sub`. */
  get(person: string): Promise<Account> {
    return this.world.ask('GET', `/__journey/accounts/${encodeURIComponent(person)}`);
  }

  /** Adds a person, with the keys of the tenant's file. */
  async add(account: string, members: Json): Promise<Account> {
    await this.world.ask('POST', '/__journey/accounts', { account, ...members });
    return this.get(account);
  }

  /** Changes a person; what is not named stays. */
  async change(person: string, members: Json): Promise<Account> {
    await this.world.ask('PATCH', `/__journey/accounts/${encodeURIComponent(person)}`, members);
    return this.get(person);
  }

  /** Removes a person; their sign-ins and tokens are over. */
  async remove(person: string): Promise<void> {
    await this.world.ask('DELETE', `/__journey/accounts/${encodeURIComponent(person)}`);
  }
}

/** A request that the mock was asked, and its answer. `url` is without the world. */
export type Request = {
  method: string; url: string; headers: Record<string, string>; body?: any; edges: string[]; time: string;
  response?: { status: number; headers: Record<string, string>; body?: any };
};

/** What apps and browsers asked in a world: the last 256 requests. Requests of tests to control routes are not among them. */
export class Requests {
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** The requests whose paths begin so, the oldest first. */
  async find(path = '/', method?: string): Promise<Request[]> {
    const query = `path=${encodeURIComponent(path)}${method ? `&method=${method}` : ''}`;
    return (await this.world.ask('GET', `/__journey/requests?${query}`)).requests;
  }

  /** Requires that something was asked this often. */
  async expect(path: string, { method, times }: { method?: string; times: number }): Promise<Request[]> {
    const found = await this.find(path, method);
    if (found.length === times) return found;
    throw new Error(`${method ?? 'any method'} ${path}: expected ${times} times, asked ${found.length} times. `
      + `All requests of this world:\n${await this.text()}`);
  }

  /** A line for each request. */
  async text(): Promise<string> {
    const lines = (await this.find()).map(one => `${one.method} ${one.url} ${one.response?.status ?? '-'} ${one.edges.join(', ')}`.trimEnd());
    return lines.join('\n') || 'It was asked nothing.';
  }
}

/** What goes wrong in a world, on purpose. */
export class Faults {
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** Lets something go wrong in the next responses; the page on mock tenants lists the effects. Without `times` until `clear`. */
  async add(effect: string, fault: { value?: unknown; path?: string; times?: number } = {}): Promise<void> {
    await this.world.ask('POST', '/__journey/faults', { effect, ...fault });
  }

  /** Removes all faults. */
  async clear(): Promise<void> {
    await this.world.ask('DELETE', '/__journey/faults');
  }
}

type WorkerFixtures = {
  journeyTenant: string; journeyCommand: string; journeyProject: string; journeyArguments: string[];
  /** The mock, which the tests of a worker share. */
  journeyMock: Mock;
};

type TestFixtures = {
  /** A fresh world for this test. It is forgotten at the test's end; a failed test is attached what it was asked. */
  world: World;
  inbox: Inbox; clock: Clock; accounts: Accounts; requests: Requests; faults: Faults;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  journeyTenant: ['', { option: true, scope: 'worker' }],
  journeyCommand: ['', { option: true, scope: 'worker' }],
  journeyProject: ['', { option: true, scope: 'worker' }],
  journeyArguments: [[], { option: true, scope: 'worker' }],
  journeyMock: [async ({ journeyTenant, journeyCommand, journeyProject, journeyArguments }, use) => {
    if (!journeyTenant) throw new Error("journey mock: which tenant? Set 'journeyTenant' under 'use' in playwright.config.ts");
    const mock = await Mock.start(journeyTenant, { command: journeyCommand, project: journeyProject, arguments: journeyArguments });
    try {
      await use(mock);
    } finally {
      await mock.stop();
    }
  }, { scope: 'worker' }],
  world: async ({ journeyMock }, use, testInfo) => {
    const words = testInfo.title.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 30);
    const world = journeyMock.world(`${words}-${randomBytes(4).toString('hex')}`);
    await use(world);
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach(`journey mock, world ${world.name}`, { body: await world.requests.text(), contentType: 'text/plain' });
    }
    await world.forget();
  },
  inbox: async ({ world }, use) => use(world.inbox),
  clock: async ({ world }, use) => use(world.clock),
  accounts: async ({ world }, use) => use(world.accounts),
  requests: async ({ world }, use) => use(world.requests),
  faults: async ({ world }, use) => use(world.faults),
});
