/** Three processes on one PostgreSQL behind the round-robin proxy, and the ways to disturb them. */
import { once } from 'node:events';
import { freePort } from '../../../scripts/localPostgres.mjs';
import { startRoundRobin } from '../../../scripts/roundRobin.mjs';
import { startCuttingProxy } from '../../support/cuttingProxy.ts';
import { startMailSink } from '../../support/mailSink.ts';
import { ownPostgres } from '../../support/ownPostgres.ts';
import { type RunningServer, startServer } from '../../support/server.ts';

export const password = 'correct horse battery';

/** When something was broken, until everything served again; milliseconds of `performance.now()`. */
export type Disturbance = { readonly what: string; readonly from: number; to: number };

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

export async function startCluster(count: number) {
  const database = await ownPostgres();
  const cutting = await startCuttingProxy(new URL(database.url));
  const mail = await startMailSink();
  const ports = await freePorts(count);
  const troubles: Disturbance[] = [];
  const outputs: string[] = [];
  const start = (port: number, seed: 'demo' | 'none'): Promise<RunningServer> =>
    startServer({
      seed,
      env: {
        ...{ PORT: String(port), DATABASE_URL: cutting.url, ADMIN_PASSWORD: password, TRUST_PROXY: '1' },
        ...{ SMTP_URL: mail.url, PROCESS_LEASE_MS: '4000', LOG_LEVEL: 'error' },
      },
    });
  const servers: RunningServer[] = [];
  // The first fills the database.
  for (const [at, port] of ports.entries()) servers.push(await start(port, at === 0 ? 'demo' : 'none'));
  const proxy = await startRoundRobin({ targets: ports.map((port) => ({ port })) });

  const isUp = servers.map(() => true);
  const recovering: Promise<void>[] = [];

  /** Resolves when it is done; that everything serves again is awaited beside it. */
  async function disturbed(
    what: string,
    work: () => Promise<unknown>,
    recovered: () => Promise<unknown> = allReady,
  ): Promise<void> {
    const trouble = { what, from: performance.now(), to: Number.POSITIVE_INFINITY };
    troubles.push(trouble);
    await work();
    recovering.push(
      recovered().then(() => {
        trouble.to = performance.now();
      }),
    );
  }
  async function allReady(): Promise<void> {
    await Promise.all(servers.filter((_, at) => isUp[at]).map(({ origin }) => ready(origin)));
  }
  /** As a service manager does: a start that fails, since the database is away, is repeated. */
  async function startAgain(at: number): Promise<void> {
    for (;;) {
      const started = await start(ports[at] as number, 'none').catch(() => undefined);
      if (!started) continue;
      servers[at] = started;
      await ready(started.origin);
      isUp[at] = true;
      return;
    }
  }
  /** Kills one of those that serve. */
  async function kill(): Promise<void> {
    while (!isUp.includes(true)) await pause(50);
    const up = servers.flatMap((_, at) => (isUp[at] ? [at] : []));
    const at = up[Math.floor(Math.random() * up.length)] as number;
    isUp[at] = false;
    const work = async (): Promise<void> => {
      const { process, output, stop } = servers[at] as RunningServer;
      const ended = once(process, 'exit');
      process.kill('SIGKILL');
      await ended;
      outputs.push(output());
      await stop();
    };
    await disturbed('kill', work, () => startAgain(at));
  }
  const restartDatabase = (how: 'fast' | 'immediate'): Promise<void> =>
    disturbed(`database ${how}`, async () => {
      await database.halt(how);
      await database.begin();
    });
  /** Resolves when a commit of any process was cut. */
  const cutCommit = (how: 'before' | 'after'): Promise<void> =>
    disturbed(`commit cut ${how}`, async () => {
      const before = cutting.state.done;
      cutting.state.cut = how;
      while (cutting.state.done === before) await pause(20);
    });
  return {
    ...{ database, mail, troubles, kill, restartDatabase, cutCommit },
    recovered: async () => void (await Promise.all(recovering)),
    origin: proxy.origin,
    cuts: () => cutting.state.done,
    outputs: () => [...outputs, ...servers.map(({ output }) => output())],
    stop: async () => {
      await proxy.stop();
      await Promise.all(servers.map((server) => server.stop()));
      await mail.stop();
      cutting.stop();
      await database.remove();
    },
  };
}

async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

async function ready(origin: string): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${origin}/api/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) return;
    await pause(50);
  }
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
