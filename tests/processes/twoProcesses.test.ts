/** Two processes on one PostgreSQL, started once for all of these: a pair takes longer to start than most tests of it to run. */
import { afterAll, beforeAll, describe } from 'vitest';
import { describeCalls } from './describeCalls.ts';
import { describeDue } from './describeDue.ts';
import { describeHub } from './describeHub.ts';
import { describeJobs } from './describeJobs.ts';
import { describeKeys } from './describeKeys.ts';
import { describeLostCalls } from './describeLostCalls.ts';
import { describeOutdated } from './describeOutdated.ts';
import { describeRelease } from './describeRelease.ts';
import { describeSessions } from './describeSessions.ts';
import { describeStart } from './describeStart.ts';
import { startTwo, type Two } from './support/startTwo.ts';

let two: Two;
const pair = () => two;

beforeAll(async () => {
  // How long a process may be silent before it counts as dead.
  two = await startTwo({ seed: 'demo', env: { PROCESS_LEASE_MS: '2000' } });
});
afterAll(() => two?.stop());

describe('two processes', () => describeStart(pair));
describe('logins and events', () => describeSessions(pair));
describe('a hub', () => describeHub(pair));
describe('what one process begins', () => describeCalls(pair));
describe('calls of a killed process', () => describeLostCalls(pair));
describe('keys and changes', () => describeKeys(pair));
describe('long work', () => describeJobs(pair));
describe('what falls due', () => describeDue());
describe('a release', () => describeRelease(pair));
describe('a call during a publication', () => describeOutdated());
