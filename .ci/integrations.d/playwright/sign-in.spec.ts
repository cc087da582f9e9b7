import { expect, test, Mock, MockRefusal } from './journey-mock';

test.use({ journeyTenant: 'acme', journeyProject: process.env.JOURNEY_PROJECT });

const challenge = 'ZtNPunH49FD35FWYhT5Tv8I7vRKQJ8uxMaL0_9eHjNA';

function authorize(issuer: string): string {
  const query = new URLSearchParams({
    client_id: 'acme-web', redirect_uri: 'https://app.acme.test/callback', response_type: 'code', scope: 'openid email', state: 'state-of-the-test',
    nonce: 'nonce-of-the-test', code_challenge: challenge, code_challenge_method: 'S256',
  });
  return `${issuer}oauth2/auth?${query}`;
}

test('a person signs in with a code by mail', async ({ page, world, inbox, requests }) => {
  await page.route('https://app.acme.test/**', route => route.fulfill({ contentType: 'text/html', body: '<h1>The app</h1>' }));
  await page.goto(authorize(await world.issuer()));
  await page.getByLabel('Email address').fill('rita@acme.test');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password').fill('Rita-zebra-33');
  await page.getByRole('button', { name: 'Continue' }).click();
  const mail = await inbox.wait('to:rita@acme.test');
  expect(mail.subject).toBe('Your Acme code');
  await page.getByLabel('Code').fill(mail.code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'The app' }).waitFor();
  expect(page.url()).toMatch(/^https:\/\/app\.acme\.test\/callback\?.*code=/);
  await requests.expect('/oauth2/auth', { method: 'GET', times: 1 });
});

const names: string[] = [];
for (const round of [1, 2]) {
  test(`each test has a world of its own, ${round}`, async ({ accounts, inbox, world }) => {
    expect((await accounts.get('jane')).status).toBe('active');
    await accounts.change('jane', { status: 'locked' });
    expect((await accounts.get('jane@acme.test')).status).toBe('locked');
    expect((await inbox.find()).length).toBe(0);
    const { worlds } = await world.ask('GET', '/__journey/worlds');
    expect(names.includes(world.name) || names.some(name => worlds.includes(name))).toBe(false);
    names.push(world.name);
  });
}

test('the issuer is that of discovery to the letter', async ({ world }) => {
  const answer = await fetch(`${world.url}/.well-known/openid-configuration`);
  expect((await answer.json()).issuer).toBe(await world.issuer());
});

test('the clock is set, moved and stopped', async ({ clock }) => {
  await clock.freeze();
  await clock.set(new Date('2027-03-02T10:00:00.000Z'));
  expect((await clock.advance('15m')).toISOString()).toBe('2027-03-02T10:15:00.000Z');
  await clock.back('15m');
  expect((await clock.now()).toISOString()).toBe('2027-03-02T10:00:00.000Z');
});

test('people are added and removed, faults happen, and refusals say why', async ({ accounts, faults, world, requests, inbox }) => {
  await accounts.add('nina', { email: 'nina@acme.test', password: 'Nina-owl-7788' });
  expect((await accounts.get('nina')).password).toBe('Nina-owl-7788');
  await accounts.remove('nina');
  const refusal = await accounts.get('nina').catch(error => error);
  expect(refusal instanceof MockRefusal).toBe(true);
  expect(refusal.message).toBe("GET /__journey/accounts/nina: status 404: unknown account 'nina': did you mean 'gina'?");
  await faults.add('status', { value: 503, path: '/.well-known/jwks.json', times: 1 });
  expect((await fetch(`${world.url}/.well-known/jwks.json`)).status).toBe(503);
  expect((await fetch(`${world.url}/.well-known/jwks.json`)).status).toBe(200);
  expect((await requests.find('/.well-known/')).map(one => one.response?.status)).toEqual([503, 200]);
  const error = await requests.expect('/oauth2/token', { times: 1 }).catch(error => error);
  expect(error.message).toMatch(/expected 1 times, asked 0 times/);
  expect((await inbox.latest('to:jane').catch(error => error)).message).toBe("there is no message that fits 'to:jane' in this world's inbox");
});

test('a mock that cannot be started says why', async ({ journeyProject }) => {
  const early = await Mock.start('acne', { project: journeyProject }).catch(error => error);
  expect(early.message).toMatch(/ended with status 2 before it served anything:\n.*no mock tenant 'acne'/);
  const missing = await Mock.start('acme', { command: 'no-such-journey' }).catch(error => error);
  expect(missing.message).toMatch(/the command 'no-such-journey' was not found or cannot be run/);
});
