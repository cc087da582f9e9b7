import { expect, test } from './journey-mock';

test.use({ journeyTenant: 'cascade', journeyProject: process.env.JOURNEY_PROJECT });

test('a file of tests has another tenant', async ({ world, accounts }) => {
  expect(world.mock.tenant).toBe('cascade');
  expect((await accounts.get('jane')).email).toBe('jane@cascade.test');
  expect(await world.issuer()).toBe(world.url);
});
