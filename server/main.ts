/** Composition root: the only place that reads the environment, opens the database and listens. */
import { basename, join, resolve } from 'node:path';
import { extensions as engineSides } from 'virtual:extensions/engine';
import { extensions, nodeExtensions } from 'virtual:extensions/server';
import { addKinds, type Compilation, type DeclarationSet, type Model } from '#engine';
import {
  compileExtensions,
  createApp,
  createModelHolder,
  createSharedEvents,
  isWeakPassword,
  migrateAndNote,
  type Registry,
  recoverJobs,
  refuseOvertaken,
  seedStore,
  startWithRelease,
  tellAdministrators,
  tidyDaily,
} from './app.ts';
import { Refusal } from './errors/Refusal.ts';
import { StartError } from './errors/StartError.ts';
import { FilesUnavailable } from './files/FilesUnavailable.ts';
import type { DatabaseFinding } from './node/checkLog.ts';
import { createGate, type Gate } from './node/createGate.ts';
import { createLog } from './node/createLog.ts';
import { createMappedShares } from './node/createMappedShares.ts';
import { createMetrics, type Metrics } from './node/createMetrics.ts';
import { createNodePorts } from './node/createNodePorts.ts';
import { createPost } from './node/createPost.ts';
import { createSmtpMail } from './node/createSmtpMail.ts';
import { createSockets } from './node/createSockets.ts';
import { describeMigration } from './node/describeMigration.ts';
import { openFiles } from './node/filesPlace.ts';
import { followCall, followWork } from './node/followCalls.ts';
import { listen } from './node/listen.ts';
import { loadLargeSample } from './node/loadLargeSample.ts';
import { loadModel } from './node/loadModel.ts';
import { openStore } from './node/openStore.ts';
import { outliveErrors } from './node/outliveErrors.ts';
import { readNodeExtensions } from './node/readNodeExtensions.ts';
import { databaseAddress, readSettings } from './node/readSettings.ts';
import { filesTrouble, startTrouble } from './node/startTrouble.ts';
import { staticFiles } from './node/staticFiles.ts';
import { stopOnSignals } from './node/stopOnSignals.ts';
import { takeOverFiles } from './node/takeOverFiles.ts';
import { ticketsInStore } from './operations/serverNotes.ts';
import type { InForce, Ports } from './ports/ports.ts';
import type { ReaderOptions } from './store/sqlite/readers/readerPool.ts';
import { type Store, StoreUnavailable } from './store/types.ts';
import { currentPerson, notePerson } from './work/callTrace.ts';

const day = 24 * 3600 * 1000;
/** Milliseconds between checks for due work. */
const dueEvery = 20_000;
/** Checks for dead processes per lease. */
const looksOfLease = 5;
const print = (line: string): void => console.log(line);
const { log, flush } = createLog(process.env.LOG_LEVEL || 'info');

type Settings = ReturnType<typeof readSettings>;

async function start(): Promise<void> {
  const root = process.cwd();
  const settings = readSettings(process.env);
  const { trustProxy, workLimitMs, application, secret, signIn } = settings;
  addKinds(engineSides);
  const registry = compileExtensions(extensions);
  const withNode = readNodeExtensions(nodeExtensions, process.env);
  const { set, compilation } = await loadModel({ root, application, extensions: registry }, console.error);
  const stopping = new AbortController();
  const gate = createGate(compilation.model, stopping.signal);
  const metrics = await createMetrics(settings.metricsToken);
  const { server: sockets, upgrade } = createSockets();
  const server = await listen(followed(gate, metrics) as never, { ...settings, sockets });
  const { store, damage } = await openDatabase(settings, stopping.signal);
  // If records with files exist, a missing folder is lost, and no new one may be created in its place.
  const contents = openFiles(settings.files, async () => (await store.count('file')) === 0);
  const { files, shown } = contents;
  const following = { measure: metrics.measure, notePerson };
  const own = { ...withOthers(createNodePorts(log, files), settings, store), upgrade, ...following };
  const ports = withNode(registry.portsOver(own), new URL('.', import.meta.url));
  const events = createSharedEvents({ store, ports });
  const { inForce, clearJobs } = await oneAfterAnother(store, async () => {
    const inForce = await bringUp({ set, compilation, store, ports, registry });
    await fill({ root, settings, model: inForce.compilation.model, store, ports, damage });
    return { inForce, clearJobs: await recoverAlone({ store, ports, kinds: registry.jobs, events }) };
  });
  const { model } = inForce.compilation;
  const models = createModelHolder(set, compilation, inForce);
  const fallback = staticFiles(join(root, 'dist/client'));
  const app = createApp({
    ...{ models, store, ports, events, fallback, extensions: registry },
    ...{ stopping: stopping.signal, settings: { trustProxy, workLimitMs, secret, signIn } },
  });
  if (damage) await tellDamage({ model, store, ports }, damage);
  await files.probe?.().catch((error) => sayTrouble(error, shown));
  metrics.watch({ store, models });
  gate.open(app.fetch as Gate['fetch']);
  outliveErrors(process, log);
  if (settings.host === 'localhost' && !process.env.HOST)
    print(
      'reachable from this computer only, as the sample passwords are known: HOST=0.0.0.0 opens it to others',
    );
  print(`listening on http://localhost:${server.port}`);
  // Cleanup runs in the background.
  const { processLeaseMs } = settings;
  if (clearJobs) followWork(clearJobs).catch((error) => log.error({ err: error }, 'jobs not cleared up'));
  else every(processLeaseMs / looksOfLease, app.tendJobs, 'jobs of other processes not looked at');
  keepTidy({ models, store, ports });
  for (const lane of app.lanes) {
    every(dueEvery, lane, 'what is due was not done');
    runAtOnce(app, lane);
  }

  const finish = async (): Promise<void> => {
    await server.stop();
    await Promise.all([store.close(), contents.close()]);
    await flush();
  };
  stopOnSignals({ log, gate, stopping, finish, drainMs: settings.drainMs });
}

/** Every call has a trace, no matter who answers it. */
function followed(gate: Gate, metrics: Metrics): Gate['fetch'] {
  return (request, env) =>
    followCall(request.headers, () => metrics.answer(request) ?? gate.fetch(request, env));
}

type Bringing = {
  readonly set: DeclarationSet;
  readonly compilation: Compilation;
  readonly store: Store;
  readonly ports: Ports;
  readonly registry: Registry;
};

/** Applies the newest release to the declarations and migrates the store. */
async function bringUp({ set, compilation, store, ports, registry }: Bringing): Promise<InForce> {
  const inForce = await startWithRelease({ set, compilation, store, print, extensions: registry });
  const { release, setAside } = inForce;
  const { model } = inForce.compilation;
  try {
    const steps = await migrateAndNote(
      store,
      { model, newId: ports.newId, now: ports.now().toISOString() },
      (session) => refuseOvertaken(session, release),
    );
    for (const line of describeMigration(steps)) print(line);
  } catch (error) {
    // Another process has published meanwhile: start with its release.
    if (!(error instanceof Refusal) || error.key !== 'release.overtaken') throw error;
    return bringUp({ set, compilation, store, ports, registry });
  }
  if (setAside) log.error({ release, setAside }, 'changes of the release are set aside: see /configure');
  return inForce;
}

/** How often a start is repeated while other processes write so much that it does not get its turn. */
const triesWhileBusy = 20;

/** If several processes start at once, the first seeds the database and the others find it seeded. */
async function oneAfterAnother<T>(store: Store, work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; ) {
    try {
      const done = await store.shared.alone('start', async () => ({ result: await work() }));
      if (done) return done.result;
    } catch (error) {
      const isBusy = error instanceof StoreUnavailable && error.reason === 'busy';
      tries += 1;
      if (!isBusy || !store.flags.concurrentProcesses || tries >= triesWhileBusy) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Also returns damage that was found; it is printed and logged at once. */
async function openDatabase(settings: Settings, stopping: AbortSignal) {
  const found: DatabaseFinding[] = [];
  const tell = (one: DatabaseFinding): void => {
    found.push(one);
    console.error(one.sentence);
    log.error(one, 'the log of the database was damaged');
  };
  const { database, postgres, processLeaseMs: lease } = settings;
  const readers = readersOf(settings, stopping);
  const writers = { ...postgres, writer: currentPerson };
  const store = await openStore(database, { readers, tell, lease, postgres: writers });
  return { store, damage: found[0] };
}

type Filling = {
  readonly root: string;
  readonly settings: Settings;
  readonly model: Model;
  readonly store: Store;
  readonly ports: Ports;
  readonly damage: DatabaseFinding | undefined;
};

/** Seeds an empty database; one emptied by damage is not new. */
async function fill({ root, settings, model, store, ports, damage }: Filling): Promise<void> {
  const isEmpty = (await store.count('user')) === 0;
  const more =
    settings.isLarge && isEmpty
      ? await loadLargeSample(
          resolve(root, settings.application),
          model,
          ports.now().toISOString().slice(0, 10),
        )
      : undefined;
  if (damage && isEmpty) throw new StartError(`${damage.sentence} Of people and records, nothing holds.`);
  const mustChangePassword = isEmpty && (await isGivenWeak(settings));
  const seeded = await seedStore({ model, store, ports, more, ...settings, mustChangePassword });
  if (mustChangePassword) print('ADMIN_PASSWORD is easy to guess and must be changed at the first sign-in');
  if (seeded) print(`sample and reference data: ${seeded.records} records`);
  if (seeded?.generatedPassword)
    print(`password of the user admin, to be changed at the first sign-in: ${seeded.generatedPassword}`);
  await takeOverFiles({ place: settings.files, files: ports.files, store, print });
}

/** Notifies administrators as well. */
async function tellDamage(
  telling: Parameters<typeof tellAdministrators>[0],
  { lost, copy }: DatabaseFinding,
): Promise<void> {
  const params = { lost: lost ?? '?', copy: basename(copy) };
  const word = {
    title: 'notification.log-damaged',
    about: basename(copy),
    problem: 'server.log-damaged',
    params,
  };
  await tellAdministrators(telling, word).catch((error) =>
    log.error({ err: error }, 'administrators not told of the damage'),
  );
}

/** The server starts anyway: most work needs no files. */
function sayTrouble(error: unknown, place: string): void {
  const reason = error instanceof FilesUnavailable ? error.reason : undefined;
  console.error(filesTrouble(reason, place));
  log.error({ err: error, place }, 'files unavailable');
}

/** Options of the reader processes: they get paths to packages and the system, but no secrets. */
function readersOf({ queryLimitMs }: Settings, stopping: AbortSignal): ReaderOptions {
  const { PATH, NODE_PATH, SystemRoot, windir } = process.env;
  return {
    script: new URL('readerProcess.js', import.meta.url),
    limits: { work: queryLimitMs },
    environment: Object.fromEntries(
      Object.entries({ PATH, NODE_PATH, SystemRoot, windir }).filter(([, value]) => value !== undefined),
    ),
    stopping,
  };
}

/** A weak given password cannot stay: it must be changed at the first sign-in. */
async function isGivenWeak({ seed, password }: Settings): Promise<boolean> {
  return seed === 'none' && password !== undefined && (await isWeakPassword(password, 'admin'));
}

/** A single process may assume that all unfinished jobs were interrupted; otherwise `tendJobs` finds out. */
const recoverAlone = async (recovery: Parameters<typeof recoverJobs>[0]) =>
  recovery.store.flags.concurrentProcesses ? undefined : recoverJobs(recovery);

/** Adds the configured mail server and shares, and tickets shared by all processes. */
function withOthers(ports: Ports, settings: Settings, store: Store): Ports {
  const { smtp, shares, publicUrl, webhookHosts } = settings;
  return {
    ...(store.flags.concurrentProcesses && { tickets: ticketsInStore(store, ports) }),
    ...{ ...ports, publicUrl, shares: createMappedShares(shares) },
    ...(smtp && { mail: createSmtpMail(smtp) }),
    post: createPost({ allowedHosts: webhookHosts }),
  };
}

type Tidied = Pick<Parameters<typeof createApp>[0], 'models' | 'store' | 'ports'>;

/** Deletes unused data now and daily; only one process does it. */
function keepTidy({ models, store, ports }: Tidied): void {
  const tidy = () => store.shared.alone('tidy', () => tidyDaily({ model: models.current(), store, ports }));
  every(day, tidy, 'not tidied up');
}

/** Milliseconds after which what has fallen due at once is done. */
const soon = 250;

/** Automations follow their events at once; while there are more, round follows round. */
function runAtOnce({ onDue }: ReturnType<typeof createApp>, lane: () => Promise<number>): void {
  let isPlanned = false;
  const round = async (): Promise<void> => {
    isPlanned = false;
    if ((await lane()) > 0) wake();
  };
  const wake = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      round().catch((error) => log.error({ err: error }, 'what is due was not done'));
    }, soon).unref();
  };
  onDue(wake);
}

/** Runs the work now and repeatedly; logs `otherwise` if it fails. */
function every(milliseconds: number, work: () => Promise<unknown>, otherwise: string): void {
  const round = (): void => {
    work().catch((error) => log.error({ err: error }, otherwise));
  };
  followWork(round);
  setInterval(() => followWork(round), milliseconds).unref();
}

start().catch(async (error) => {
  console.error(startTrouble(error, databaseAddress(process.env)) ?? error);
  await flush();
  process.exit(1);
});
