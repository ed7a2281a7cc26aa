import { expect, it } from 'vitest';
import { readSettings } from './readSettings.ts';

const main = { DATABASE_URL: 'postgres://a:hunter2@database/office' };

it('reads the PostgreSQL settings', () => {
  expect(
    readSettings({
      ...main,
      DATABASE_READ_URL: 'postgres://a:b@replica/office',
      DATABASE_POOL: '40',
      DATABASE_STATEMENT_TIMEOUT_MS: '9000',
      DATABASE_IDLE_TIMEOUT_MS: '8000',
      DATABASE_LOCK_TIMEOUT_MS: '700',
    }).postgres,
  ).toEqual({
    readUrl: 'postgres://a:b@replica/office',
    limits: { pool: 40, statement: 9000, idle: 8000, lock: 700 },
  });
});

it('an impossible value is refused by variable name, without repeating a password', () => {
  for (const DATABASE_POOL of ['3', '501', 'many', '-8', '1e2'])
    expect(() => readSettings({ DATABASE_POOL })).toThrow(new RegExp(`DATABASE_POOL '${DATABASE_POOL}'`));
  for (const name of ['STATEMENT', 'IDLE', 'LOCK'].map((each) => `DATABASE_${each}_TIMEOUT_MS`))
    expect(() => readSettings({ [name]: '5' }), name).toThrow(new RegExp(`${name} '5'`));
  for (const DRAIN_MS of ['5001', '-1', 'x'])
    expect(() => readSettings({ DRAIN_MS })).toThrow(new RegExp(`DRAIN_MS '${DRAIN_MS}'`));
  expect(readSettings({ DRAIN_MS: '3000' }).drainMs).toBe(3000);
  for (const METRICS_TOKEN of ['short', 'with a blank in the middle'])
    expect(() => readSettings({ METRICS_TOKEN })).toThrow(
      /METRICS_TOKEN is not understood(?!.*(short|blank))/,
    );
  expect(readSettings({ METRICS_TOKEN: '0123456789abcdef' }).metricsToken).toBe('0123456789abcdef');
  for (const DATABASE_READ_URL of ['mysql://a:hunter2@b/c', 'file:data/x.db', 'postgres://a:hunter2@['])
    expect(() => readSettings({ ...main, DATABASE_READ_URL })).toThrow(/DATABASE_READ_URL(?!.*hunter2)/);
  expect(() => readSettings({ DATABASE_READ_URL: 'postgres://a:hunter2@b/c' })).toThrow(
    /DATABASE_READ_URL is for PostgreSQL(?!.*hunter2)/,
  );
});
