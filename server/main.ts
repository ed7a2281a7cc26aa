/** Composition root: the only place that reads the environment, opens the database and listens. */
import { basename, join, resolve } from 'node:path';
import { extensions, nodeExtensions } from 'virtual:extensions/server';
import type { Model } from '#engine';
import {
  cleanFiles,
  cleanKeptAnswers,
  cleanNotifications,
  compileExtensions,
  createApp,
  createEvents,
  createModelHolder,
  isWeakPassword,
  migrateAndNote,
  recoverJobs,
  seedStore,
  startWithRelease,
  tellAdministrators,
} from './app.ts';
import { StartError } from './errors/StartError.ts';
import { FilesUnavailable } from './files/FilesUnavailable.ts';
import type { DatabaseFinding } from './node/checkLog.ts';
import { createFileFolder } from './node/createFileFolder.ts';
import { createGate, type Gate } from './node/createGate.ts';
import { createLog } from './node/createLog.ts';
import { createMappedShares } from './node/createMappedShares.ts';
import { createMetrics, type Metrics } from './node/createMetrics.ts';
import { createNodePorts } from './node/createNodePorts.ts';
import { createSmtpMail } from './node/createSmtpMail.ts';
import { createSockets } from './node/createSockets.ts';
import { describeMigration } from './node/describeMigration.ts';
import { followCall, followWork } from './node/followCalls.ts';
import { listen } from './node/listen.ts';
import { loadLargeSample } from './node/loadLargeSample.ts';
import { loadModel } from './node/loadModel.ts';
import { filesFolder, openStore } from './node/openStore.ts';
import { outliveErrors } from './node/outliveErrors.ts';
import { readNodeExtensions } from './node/readNodeExtensions.ts';
import { databaseAddress, readSettings } from './node/readSettings.ts';
import { filesTrouble, startTrouble } from './node/startTrouble.ts';
import { staticFiles } from './node/staticFiles.ts';
import { stopOnSignals } from './node/stopOnSignals.ts';
import type { Ports } from './ports/ports.ts';
import type { ReaderOptions } from './store/sqlite/readers/readerPool.ts';
import type { Store } from './store/types.ts';
import { currentPerson, notePerson } from './work/callTrace.ts';

const day = 24 * 3600 * 1000;
/** So often it is looked what has fallen due. */
const dueEvery = 20_000;
const print = (line: string): void => console.log(line);
const { log, flush } = createLog(process.env.LOG_LEVEL || 'info');

type Settings = ReturnType<typeof readSettings>;

async function start(): Promise<void> {
  const root = process.cwd();
  const settings = readSettings(process.env);
  const { trustProxy, workLimitMs, application } = settings;
  const registry = compileExtensions(extensions);
  const withNode = readNodeExtensions(nodeExtensions, process.env);
  const { set, compilation } = await loadModel({ root, application, extensions: registry }, console.error);
  const stopping = new AbortController();
  const gate = createGate(compilation.model, stopping.signal);
  const metrics = await createMetrics(settings.metricsToken);
  const { server: sockets, upgrade } = createSockets();
  const server = await listen(followed(gate, metrics) as never, { ...settings, sockets });
  const { store, damage } = await openDatabase(settings, readersOf(settings, stopping.signal));
  const folder = filesFolder(settings.database);
  // Contents are known of: a folder that is not there has gone, and none is made in its place.
  const files = createFileFolder(folder, { isNew: async () => (await store.count('file')) === 0 });
  const following = { measure: metrics.measure, notePerson };
  const own = { ...withOthers(createNodePorts(log, files), settings), upgrade, ...following };
  const ports = withNode(registry.portsOver(own), new URL('.', import.meta.url));
  const inForce = await startWithRelease({ set, compilation, store, print, extensions: registry });
  const { model } = inForce.compilation;
  const { release, setAside } = inForce;
  if (setAside) log.error({ release, setAside }, 'changes of the release are set aside: see /configure');
  const steps = await migrateAndNote(store, { model, newId: ports.newId });
  for (const line of describeMigration(steps)) print(line);
  await fill({ root, settings, model, store, ports, damage });

  const events = createEvents();
  const clearJobs = await recoverJobs({ store, ports, kinds: registry.jobs, events });
  const models = createModelHolder(set, compilation, inForce);
  const fallback = staticFiles(join(root, 'dist/client'));
  const app = createApp({
    ...{ models, store, ports, events, fallback, extensions: registry },
    ...{ stopping: stopping.signal, settings: { trustProxy, workLimitMs } },
  });
  if (damage) await tellDamage({ model, store, ports }, damage);
  await files.probe?.().catch((error) => sayTrouble(error, folder));
  metrics.watch({ store, models });
  gate.open(app.fetch as Gate['fetch']);
  outliveErrors(process, log);
  if (settings.host === 'localhost' && !process.env.HOST)
    print(
      'reachable from this computer only, as the sample passwords are known: HOST=0.0.0.0 opens it to others',
    );
  print(`listening on http://localhost:${server.port}`);
  // Nobody waits for the tidying up.
  followWork(clearJobs).catch((error) => log.error({ err: error }, 'jobs not cleared up'));
  keepTidy({ models, store, ports });
  keepUp(app.runDue);

  const finish = async (): Promise<void> => {
    await server.stop();
    await store.close();
    await flush();
  };
  stopOnSignals({ log, gate, stopping, finish, drainMs: settings.drainMs });
}

/** Every call has a trace, whatever answers it. */
function followed(gate: Gate, metrics: Metrics): Gate['fetch'] {
  return (request, env) =>
    followCall(request.headers, () => metrics.answer(request) ?? gate.fetch(request, env));
}

/** With what was found damaged; it is said on the console and in the log at once. */
async function openDatabase({ database, postgres }: Settings, readers: ReaderOptions) {
  const found: DatabaseFinding[] = [];
  const tell = (one: DatabaseFinding): void => {
    found.push(one);
    console.error(one.sentence);
    log.error(one, 'the log of the database was damaged');
  };
  const store = await openStore(database, {
    readers,
    tell,
    postgres: { ...postgres, writer: currentPerson },
  });
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

/** Sample and reference data for an empty database; one that damage has emptied is not a new one. */
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
}

/** Where an administrator sees it, too. */
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

/** The server starts all the same: people read and save what needs no file. */
function sayTrouble(error: unknown, folder: string): void {
  const reason = error instanceof FilesUnavailable ? error.reason : undefined;
  console.error(filesTrouble(reason, folder));
  log.error({ err: error, folder }, 'files unavailable');
}

/** Processes that read what may take long: they are told where packages and the system lie, and no secrets. */
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

/** Nobody could choose it for themselves: it is good for choosing another one. */
async function isGivenWeak({ seed, password }: Settings): Promise<boolean> {
  return seed === 'none' && password !== undefined && (await isWeakPassword(password, 'admin'));
}

/** The mail server and the shares that the settings name. */
function withOthers(ports: Ports, { smtp, shares, publicUrl }: Settings): Ports {
  return {
    ...{ ...ports, publicUrl, shares: createMappedShares(shares) },
    ...(smtp && { mail: createSmtpMail(smtp) }),
  };
}

type Tidied = Pick<Parameters<typeof createApp>[0], 'models' | 'store' | 'ports'>;

/** Takes away what nobody refers to or reads any more, now and every day. */
function keepTidy({ models, store, ports }: Tidied): void {
  const tidyUp = (): void => {
    cleanFiles({ model: models.current(), store, ports }).catch((error) =>
      log.error({ err: error }, 'uploads not tidied up'),
    );
    cleanNotifications(store, ports).catch((error) =>
      log.error({ err: error }, 'notifications not tidied up'),
    );
    cleanKeptAnswers(store, ports).catch((error) => log.error({ err: error }, 'kept answers not tidied up'));
  };
  followWork(tidyUp);
  setInterval(() => followWork(tidyUp), day).unref();
}

/** Does what is due now, and from now on. */
function keepUp(runDue: () => Promise<number>): void {
  const round = (): void => {
    runDue().catch((error) => log.error({ err: error }, 'what is due was not done'));
  };
  followWork(round);
  setInterval(() => followWork(round), dueEvery).unref();
}

start().catch(async (error) => {
  console.error(startTrouble(error, databaseAddress(process.env)) ?? error);
  await flush();
  process.exit(1);
});
