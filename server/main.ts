/** Composition root: the only place that reads the environment, opens the database and listens. */
import { join } from 'node:path';
import {
  cleanFiles,
  cleanNotifications,
  createApp,
  createEvents,
  createModelHolder,
  isWeakPassword,
  jobKinds,
  recoverJobs,
  seedStore,
  startWithRelease,
} from './app.ts';
import { createHttpCardVault } from './cards/createHttpCardVault.ts';
import { createFileFolder } from './node/createFileFolder.ts';
import { createLog } from './node/createLog.ts';
import { createMappedShares } from './node/createMappedShares.ts';
import { createNodePorts } from './node/createNodePorts.ts';
import { createPdfThread } from './node/createPdfThread.ts';
import { createPriceThread } from './node/createPriceThread.ts';
import { createSmtpMail } from './node/createSmtpMail.ts';
import { createSockets } from './node/createSockets.ts';
import { describeMigration } from './node/describeMigration.ts';
import { listen } from './node/listen.ts';
import { loadLargeSample } from './node/loadLargeSample.ts';
import { loadModel } from './node/loadModel.ts';
import { filesFolder, openStore } from './node/openStore.ts';
import { outliveErrors } from './node/outliveErrors.ts';
import { databaseAddress, readSettings } from './node/readSettings.ts';
import { startTrouble } from './node/startTrouble.ts';
import { staticFiles } from './node/staticFiles.ts';
import { createPhotonPlaces } from './places/createPhotonPlaces.ts';
import type { Ports } from './ports/ports.ts';

const day = 24 * 3600 * 1000;
/** So often it is looked what has fallen due. */
const dueEvery = 20_000;
const print = (line: string): void => console.log(line);
const { log, flush } = createLog(process.env.LOG_LEVEL || 'info');

async function start(): Promise<void> {
  const root = process.cwd();
  const settings = readSettings(process.env);
  const { trustProxy, workLimitMs } = settings;
  const { set, compilation } = await loadModel({ root, application: settings.application }, console.error);
  const store = await openStore(settings.database, new URL('rowsWorker.js', import.meta.url));
  const pdf = createPdfThread({ script: new URL('pdfWorker.js', import.meta.url) });
  const pricing = createPriceThread({ script: new URL('priceWorker.js', import.meta.url) });
  const files = createFileFolder(filesFolder(settings.database));
  const { server: sockets, upgrade } = createSockets();
  const ports = { ...withOthers(createNodePorts(log, files, { pdf, pricing }), settings), upgrade };
  const inForce = await startWithRelease({ set, compilation, store, print });
  const { model } = inForce.compilation;
  const { release, setAside } = inForce;
  if (setAside) log.error({ release, setAside }, 'changes of the release are set aside: see /configure');
  for (const line of describeMigration(await store.migrate(model))) print(line);
  const isEmpty = (await store.count('user')) === 0;
  const more =
    settings.isLarge && isEmpty
      ? await loadLargeSample(join(root, settings.application), model, ports.now().toISOString().slice(0, 10))
      : undefined;
  const mustChangePassword = isEmpty && (await isGivenWeak(settings));
  const seeded = await seedStore({ model, store, ports, more, ...settings, mustChangePassword });
  if (mustChangePassword) print('ADMIN_PASSWORD is easy to guess and must be changed at the first sign-in');
  if (seeded) print(`sample and reference data: ${seeded.records} records`);
  if (seeded?.generatedPassword)
    print(`password of the user admin, to be changed at the first sign-in: ${seeded.generatedPassword}`);

  const events = createEvents();
  const clearJobs = await recoverJobs({ store, ports, kinds: jobKinds, events });
  const stopping = new AbortController();
  const models = createModelHolder(set, compilation, inForce);
  const fallback = staticFiles(join(root, 'dist/client'));
  const app = createApp({
    ...{ models, store, ports, events, fallback },
    ...{ stopping: stopping.signal, settings: { trustProxy, workLimitMs } },
  });
  const server = await listen(app.fetch as Parameters<typeof listen>[0], { ...settings, sockets });
  outliveErrors(process, log);
  if (settings.host === 'localhost' && !process.env.HOST)
    print(
      'reachable from this computer only, as the sample passwords are known: HOST=0.0.0.0 opens it to others',
    );
  print(`listening on http://localhost:${server.port}`);
  // Nobody waits for the tidying up.
  clearJobs().catch((error) => log.error({ err: error }, 'jobs not cleared up'));
  keepTidy({ models, store, ports });
  keepUp(app.runDue);

  const stop = async (signal: string): Promise<void> => {
    log.info({ signal }, 'stopping');
    stopping.abort();
    await server.stop();
    await store.close();
    await flush();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** Nobody could choose it for themselves: it is good for choosing another one. */
async function isGivenWeak({ seed, password }: ReturnType<typeof readSettings>): Promise<boolean> {
  return seed === 'none' && password !== undefined && (await isWeakPassword(password, 'admin'));
}

/** The geocoder that the settings name, with the embedded places behind it, their card vault, mail server and shares. */
function withOthers(
  ports: Ports,
  { geocoder: url, cardVault, smtp, shares, publicUrl }: ReturnType<typeof readSettings>,
): Ports {
  const places = url ? createPhotonPlaces({ url, otherwise: ports.places, log: ports.log }) : ports.places;
  const cards = cardVault ? createHttpCardVault({ ...cardVault, log: ports.log }) : ports.cards;
  return {
    ...{ ...ports, places, cards, publicUrl, shares: createMappedShares(shares) },
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
  };
  tidyUp();
  setInterval(tidyUp, day).unref();
}

/** Does what is due now, and from now on. */
function keepUp(runDue: () => Promise<number>): void {
  const round = (): void => {
    runDue().catch((error) => log.error({ err: error }, 'what is due was not done'));
  };
  round();
  setInterval(round, dueEvery).unref();
}

start().catch(async (error) => {
  console.error(startTrouble(error, databaseAddress(process.env)) ?? error);
  await flush();
  process.exit(1);
});
