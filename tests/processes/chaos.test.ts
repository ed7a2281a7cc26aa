/**
 * Three processes on one PostgreSQL lose their processes, their database and their connections at random while
 * 20 clients work: nothing acknowledged is lost, nothing is done twice, nobody sees an older release again.
 * `npm run attack -- chaos` runs for ten minutes; with CHAOS_SECONDS=30 a short run does with few kills. Not part of
 * `npm test` until it has proven steady.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isAttack } from '../support/attack.ts';
import { checkLedger, isSettled } from './chaos/checkLedger.ts';
import { type Client, createClient, type Failure, type Noted } from './chaos/createClient.ts';
import { newLedger } from './chaos/ledger.ts';
import { type Cluster, password, pause, startCluster } from './chaos/startCluster.ts';
import { generate, importCodes, mail, publish, read, type Work, write } from './chaos/workers.ts';
import { productForCodes } from './support/imports.ts';

const seconds = Number(process.env.CHAOS_SECONDS || (isAttack ? 600 : 30));
const [kills, restarts, cuts] = isAttack ? [64, 5, 10] : [3, 1, 2];

/** Errors are allowed for so long after everything serves again: a call may have waited until then. */
const grace = 10_000;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(3);
});
afterAll(() => cluster?.stop());

/** Gives each client a session. */
async function signIn(userName: string): Promise<string> {
  const response = await fetch(`${cluster.origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ UserName: userName, Password: password }),
  });
  const { Token } = (await response.json()) as { readonly Token: string };
  return Token;
}

type Disturb = () => Promise<unknown>;

/** In random order: kills of any process, restarts of the database, cut commits. */
function disturbances(): readonly Disturb[] {
  const all: (readonly [number, Disturb])[] = [
    ...Array.from({ length: kills }, () => [Math.random(), () => cluster.kill()] as const),
    ...Array.from(
      { length: restarts },
      (_, at) => [Math.random(), () => cluster.restartDatabase(at % 2 ? 'immediate' : 'fast')] as const,
    ),
    ...Array.from(
      { length: cuts },
      (_, at) => [Math.random(), () => cluster.cutCommit(at % 2 ? 'before' : 'after')] as const,
    ),
  ];
  return all.toSorted(([a], [b]) => a - b).map(([, disturb]) => disturb);
}

it.runIf(isAttack || process.env.CHAOS_SECONDS)(
  'loses nothing, does nothing twice, and answers only 502 and 503 around a kill',
  async () => {
    const token = await signIn('admin');
    const noted: Noted = { failures: [], wrong: [], calls: 0 };
    const ledger = newLedger();
    let isOver = false;
    const client = (): Client => createClient(cluster.origin, token, noted);
    const work = (name: string): Work => ({ name, client: client(), ledger, isOver: () => isOver });
    const plain = client();
    const codes = await productForCodes((_, path) => plain.get(path) as never);
    const workers = [
      ...Array.from({ length: 9 }, (_, at) => write(work(`w${at}`))),
      ...Array.from({ length: 4 }, (_, at) => read(work(`r${at}`))),
      ...[importCodes(work('i0'), codes), importCodes(work('i1'), codes)],
      ...[generate(work('g0'), 'SMT-KEY-30'), generate(work('g1'), 'MRA-APP-40')],
      publish(work('p0')),
      ...[mail(work('m0')), mail(work('m1'))],
    ];
    const planned = disturbances();
    const from = performance.now();
    for (const [at, disturb] of planned.entries()) {
      const due = from + ((at + 0.5) * seconds * 1000) / planned.length;
      await pause(Math.max(0, due - performance.now()));
      await disturb();
    }
    await cluster.recovered();
    // On a slow machine it takes a while until each kind of work was done once.
    while (Object.values(ledger.done).includes(0)) await pause(200);
    isOver = true;
    await Promise.all(workers);
    const { url } = cluster.database;
    const ended = performance.now();
    const soon = Date.now() + 10_000;
    while ([...ledger.mailed.values()].some((at) => Date.parse(at) > Date.now() && Date.parse(at) < soon))
      await pause(500);
    // A letter whose process died while sending it is reserved for six minutes.
    while (!(await isSettled(url, { withLetters: isAttack }))) await pause(1000);
    const verdict = await checkLedger(url, ledger, cluster.mail.letters);
    const unexplained = noted.failures.filter(
      ({ at, status }) =>
        ![0, 502, 503].includes(status) ||
        !cluster.troubles.some((trouble) => at >= trouble.from && at <= trouble.to + grace),
    );
    console.log(figures(noted, ledger), `settled in ${Math.round((performance.now() - ended) / 1000)} s`);
    const found = { ...verdict, wrong: noted.wrong, unexplained: unexplained.map(withLog) };
    expect(found).toEqual({ lost: [], twice: [], half: [], wrong: [], unexplained: [] });
    expect(cluster.troubles.filter(({ what }) => what === 'kill').length).toBe(kills);
  },
);

/** With what the servers logged of it. */
function withLog(failure: Failure) {
  const trace = /"[Tt]race[^"]*":"([^"]+)"/.exec(failure.text)?.[1];
  const lines = cluster.outputs().flatMap((output) => output.split('\n'));
  return { ...failure, log: trace ? lines.filter((line) => line.includes(trace)) : [] };
}

function figures(noted: Noted, ledger: ReturnType<typeof newLedger>): string {
  const failures: Record<string, number> = {};
  for (const { status } of noted.failures) failures[status] = (failures[status] ?? 0) + 1;
  const longest = Math.max(...cluster.troubles.map(({ from, to }) => to - from));
  const seen = new Set(cluster.mail.letters.map(({ messageId }) => messageId));
  return JSON.stringify({
    seconds,
    troubles: cluster.troubles.length,
    cuts: cluster.cuts(),
    calls: noted.calls,
    done: ledger.done,
    failures,
    unsurePublications: ledger.unsure.size,
    letters: cluster.mail.letters.length,
    transmittedAgain: cluster.mail.letters.length - seen.size,
    longestRecovery: Math.round(longest),
  });
}
