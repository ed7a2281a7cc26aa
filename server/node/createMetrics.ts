/** `GET /metrics`: this process's metrics for Prometheus. Requires the token; off if none is set. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Registry } from 'prom-client';
import type { Ports } from '../ports/ports.ts';
import { countQueues, type Watched } from './metricsOfStore.ts';

export type Metrics = {
  readonly measure: NonNullable<Ports['measure']>;
  /** Adds the metrics of an application: its queues, pools and model. */
  readonly watch: (watched: Watched) => void;
  /** Undefined if the call is not about metrics. */
  readonly answer: (request: Request) => Promise<Response> | undefined;
};

/** Upper bounds of duration buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const path = /^\/metrics\/?$/;

export async function createMetrics(token: string | undefined): Promise<Metrics> {
  if (!token) return { ...nothing, answer: answering(async () => new Response(null, { status: 404 })) };
  // Loaded on demand, to keep other starts fast.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const common = { registers: [registry] };
  const calls = new Counter({
    ...{ ...common, name: 'formwright_http_requests_total', help: 'Answered calls' },
    labelNames: ['method', 'route', 'status'],
  });
  const durations = new Histogram({
    ...{ ...common, name: 'formwright_http_request_duration_seconds', buckets: bounds },
    ...{ help: 'Time until an answer begins', labelNames: ['method', 'route'] },
  });
  return {
    measure: ({ method, route = 'none', status, ms }) => {
      calls.inc({ method, route, status });
      durations.observe({ method, route }, ms / 1000);
    },
    watch: (watched) => {
      watchPools(Gauge, registry, watched);
      watchModel(Gauge, registry, watched);
      countQueues(Gauge, registry, watched);
    },
    answer: answering(async (request) => {
      if (!isToken(request.headers.get('authorization'), token))
        return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer realm="metrics"' } });
      if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } });
      return new Response(await registry.metrics(), {
        headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
      });
    }),
  };
}

const nothing = { measure: () => undefined, watch: () => undefined };

const answering =
  (answer: (request: Request) => Promise<Response>): Metrics['answer'] =>
  (request) =>
    path.test(new URL(request.url).pathname) ? answer(request) : undefined;

/** Compares digests, so the response time does not reveal a partly correct token. */
function isToken(header: string | null, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}

type GaugeOf = typeof import('prom-client').Gauge;

function watchPools(Gauge: GaugeOf, registry: Registry, { store }: Watched): void {
  if (!store.pools) return;
  const { pools } = store;
  new Gauge({
    ...{ name: 'formwright_database_connections', help: 'Connections to the database, by pool and state' },
    ...{ registers: [registry], labelNames: ['pool', 'state'] as const },
    collect() {
      for (const { pool, most, open, idle, waiting } of pools())
        for (const [state, count] of Object.entries({ most, idle, waiting, busy: open - idle }))
          this.set({ pool, state }, count);
    },
  });
}

function watchModel(Gauge: GaugeOf, registry: Registry, { models }: Watched): void {
  const common = { registers: [registry] };
  new Gauge({
    ...{ ...common, name: 'formwright_release', help: 'Number of the release in force' },
    collect() {
      this.set(models.inForce().release);
    },
  });
  new Gauge({
    ...{ ...common, name: 'formwright_model_entities', help: 'Entities of the model in force' },
    collect() {
      this.set(models.current().entities.size);
    },
  });
}
