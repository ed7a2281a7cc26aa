/** Wires the application that serves calls, again for each release. */
import { createValidatorCompiler, type Model } from '#engine';

import { absenceEndpoints } from './approvals/absenceEndpoints.ts';
import { approvalEndpoints } from './approvals/approvalEndpoints.ts';
import { workEndpoints, workEntities } from './background/workEndpoints.ts';
import { createConfigureServices } from './configure/ConfigureServices.ts';
import { configureEndpoints } from './configure/configureEndpoints.ts';
import { followReleases } from './configure/followReleases.ts';
import type { Registry } from './extensions/compileExtensions.ts';
import { type OutsideLane, outsideLanes } from './extensions/Extension.ts';
import { runDueWork } from './extensions/runDueWork.ts';
import { createFileTokens, type FileTokens } from './files/createFileTokens.ts';
import { createRefusalLog, type RefusalLog } from './http/createRefusalLog.ts';
import { createReleaseApp, type ReleaseApp } from './http/createReleaseApp.ts';
import { createStreamLimit } from './http/createStreamLimit.ts';
import type { Endpoint } from './http/Endpoint.ts';
import { createIdempotentAnswers } from './http/idempotentAnswers.ts';
import { hubEndpoints } from './hub/hubEndpoints.ts';
import { createJobs } from './jobs/createJobs.ts';
import { fillComputed } from './jobs/fillComputed.ts';
import { createProviderClient } from './login/company/providerClient.ts';
import { createKeys, type Keys } from './login/createKeys.ts';
import { createLoginLimits, type LoginLimits } from './login/createLoginLimits.ts';
import { createLoginStore, type LoginStore } from './login/createLoginStore.ts';
import { createLoginWatch, type LoginWatch } from './login/createLoginWatch.ts';
import { createSessions, type Sessions } from './login/createSessions.ts';
import { mcpEndpoints } from './mcp/mcpEndpoint.ts';
import { openApiEndpoint } from './openapi/openApiEndpoint.ts';
import { createSequences } from './operations/createSequences.ts';
import { createSigner, type Signer } from './operations/createSigner.ts';
import type { Runtime } from './operations/OperationCall.ts';
import { createRuntime } from './operations/Runtime.ts';
import type { AppOptions, AppSettings, ComingModel } from './ports/ports.ts';
import { programAccessEndpoints } from './programs/programAccess.ts';
import { activityEndpoints } from './routes/activityEndpoints.ts';
import { alikeEndpoint } from './routes/alikeEndpoint.ts';
import { brandingEndpoints } from './routes/brandingEndpoints.ts';
import { bulkEndpoints } from './routes/bulkEndpoints.ts';
import { changesEndpoints } from './routes/changesEndpoints.ts';
import { eventsEndpoint } from './routes/eventsEndpoint.ts';
import { fileEndpoints } from './routes/fileEndpoints.ts';
import { healthEndpoints } from './routes/healthEndpoint.ts';
import { historyEndpoints } from './routes/historyEndpoint.ts';
import { hookEndpoints } from './routes/hookEndpoints.ts';
import { importEndpoints } from './routes/importEndpoints.ts';
import { jobEndpoints } from './routes/jobEndpoints.ts';
import { linkedEndpoint } from './routes/linkedEndpoint.ts';
import { createSessionEndpoints } from './routes/login/createSessionEndpoints.ts';
import { modelEndpoints } from './routes/modelEndpoints.ts';
import { notificationEndpoints } from './routes/notificationEndpoints.ts';
import { personEndpoints } from './routes/personEndpoint.ts';
import { preferenceEndpoints } from './routes/preferenceEndpoints.ts';
import { printEndpoints } from './routes/printEndpoints.ts';
import { publicFormEndpoints } from './routes/publicFormEndpoints.ts';
import { queryEndpoint } from './routes/queryEndpoint.ts';
import { recordEndpoints } from './routes/recordEndpoints.ts';
import { renderEndpoint } from './routes/renderEndpoint.ts';
import { ruleEndpoint } from './routes/ruleEndpoint.ts';
import { unsubscribeEndpoints } from './routes/unsubscribeEndpoint.ts';
import { validateEndpoint } from './routes/validateEndpoint.ts';
import { viewEndpoints } from './routes/viewEndpoints.ts';
import { visitEndpoints } from './routes/visitEndpoints.ts';
import { scimEndpoints } from './scim/scimEndpoints.ts';
import { sampleEndpoints } from './seed/sampleEndpoints.ts';
import { createQueue } from './store/createQueue.ts';
import { createSharedEvents } from './store/sharedEvents.ts';
import type { Events } from './work/events.ts';

type Options = AppOptions & { readonly extensions: Registry; readonly settings: AppSettings };

/** Shared by all releases of a process: they mostly use the same schemas. */
const validatorsOf = createValidatorCompiler();

/** Milliseconds for filling computed values during a publication, and per round of due work. */
const [fillsInCall, fillsInRound] = [2000, 10_000];

type ApiInForce = {
  readonly app: ReleaseApp;
  readonly endpoints: readonly Endpoint[];
  /** Each runs its due work once, beside the others; returns how much that was. */
  readonly lanes: readonly (() => Promise<number>)[];
  readonly tendJobs: () => Promise<void>;
};

/** Returns a getter of the application in force. */
export function createApiInForce(options: Options): () => ApiInForce {
  const { models, settings, store, extensions } = options;
  const ports = extensions.portsOver(options.ports);
  const events = options.events ?? createSharedEvents({ store, ports });
  const [signer, sequences] = [signerOf(options, ports), createSequences(store, ports)];
  const jobs = createJobs({ store, ports, events, kinds: extensions.jobs, stopping: options.stopping });
  const publishing = createQueue();
  const releases = followReleases({ models, store, extensions, ports, publishing });
  const makeRuntime = (coming: ComingModel): Runtime =>
    createRuntime({
      ...{ model: coming.model, bundle: coming.bundle, release: coming.inForce.release },
      isInForce: () => models.current() === coming.model,
      validators: validatorsOf(coming.model),
      latest: () => runtime,
      ...{ releases, store, ports, events, signer, sequences, jobs, opens: extensions.opens },
      ...{ zone: settings.timeZone, printing: extensions.printing },
    });
  let runtime = makeRuntime({ model: models.current(), bundle: models.bundle(), inForce: models.inForce() });
  const fill = (within: number) => fillComputed(runtime, { within, stopping: options.stopping });
  const services = createServices(options, events, () => runtime);
  const { sessions, refusalLog } = services.streams;
  const query = queryEndpoint((request) => inForce.app.fetch(request));
  const more = { fill: () => fill(fillsInCall), publishing };
  const configure = createConfigureServices(models, extensions, settings, more);
  const fixed = [
    ...fixedEndpoints(options, services),
    ...configureEndpoints(configure),
    ...hubOf(options, services.streams),
    query,
  ];
  const [tokens, answers] = [createFileTokens(ports), createIdempotentAnswers()];
  const work = (lane?: OutsideLane) =>
    runDueWork(extensions, { runtime, zone: settings.timeZone, stopping: options.stopping }, lane);
  const runInside = inRounds(async () => {
    await releases?.catchUp();
    return work().finally(() => store.shared.alone('fills', () => fill(fillsInRound)));
  });
  const lanes = [runInside, ...outsideLanes.map((lane) => inRounds(() => work(lane)))];
  const newest =
    releases && ((arrived: number) => releases.catchUp(arrived).then((): ReleaseApp => inForce.app));
  const build = (runtime: Runtime): ApiInForce => {
    const endpoints = endpointsOf(runtime, { extensions, fixed, tokens, app: () => inForce.app });
    const parts = { runtime, endpoints, sessions, keys: services.keys, ports, settings, answers, refusalLog };
    const app = createReleaseApp({ ...parts, fallback: options.fallback, inForce: newest });
    return { app, endpoints, lanes, tendJobs: jobs.tend };
  };
  let inForce = build(runtime);

  hearChanges(options, services.streams);
  models.onPrepare((coming) => {
    const comingRuntime = makeRuntime(coming);
    const next = build(comingRuntime);
    return () => {
      runtime = comingRuntime;
      inForce = next;
      services.forget();
    };
  });
  return () => inForce;
}

function signerOf({ models, store, settings }: Options, ports: Options['ports']): Signer {
  const isKept = () => models.current().entities.has('secret');
  return createSigner({ store, ports, isKept, given: settings.secret });
}

function hearChanges({ models }: Options, { events, sessions }: StreamsInForce): void {
  // Cached logins must not outlive a changed person or role.
  events.listen('recordChanged', ({ entity }) => isOfPeople(models.current(), entity) && sessions.forget());
  events.listen('recordChanged', ({ entity }) => ofKeys.has(entity) && sessions.recheck());
  for (const kind of ['loginsEnded', 'missed'] as const) events.listen(kind, sessions.recheck);
  models.onChange(({ version }) => events.announce('declarationsChanged', { version }));
}

/** Their streams are checked again; each call checks its key anyway. */
const ofKeys: ReadonlySet<string> = new Set(['service-account', 'service-key']);

const isOfPeople = ({ entities }: Model, entity: string): boolean =>
  entity === 'user' || entities.get(entity)?.ofUser !== undefined;

/** One round at a time: callers share the one that is running. */
function inRounds(run: () => Promise<number>): () => Promise<number> {
  let round: Promise<number> | undefined;
  return () => {
    round ??= run().finally(() => {
      round = undefined;
    });
    return round;
  };
}

type Served = {
  readonly extensions: Registry;
  readonly fixed: readonly Endpoint[];
  readonly tokens: FileTokens;
  /** In force: it answers calls that the server makes for its caller. */
  readonly app: () => ReleaseApp;
};

/** If two endpoints share a path, the later one answers. */
function endpointsOf(runtime: Runtime, { extensions, fixed, tokens, app }: Served): readonly Endpoint[] {
  const own = [
    ...[...modelEndpoints(runtime), ...fileEndpoints(runtime, tokens)],
    ...[...activityEndpoints(runtime), ...printEndpoints(runtime), ...publicFormEndpoints(runtime)],
    ...[
      ...programAccessEndpoints(runtime),
      ...hookEndpoints(runtime),
      ...unsubscribeEndpoints(runtime),
      ...brandingEndpoints(runtime),
      ...scimEndpoints(runtime),
      ...mcpEndpoints(runtime, (request, env) => app().fetch(request, env)),
    ],
  ];
  const described = [...recordEndpoints(runtime, extensions), ...own, ...fixed];
  return [...described, openApiEndpoint(runtime, described, extensions)];
}

type Services = {
  readonly logins: LoginStore;
  readonly sessions: Sessions;
  readonly keys: Keys;
  /** Clears what is cached about callers. */
  readonly forget: () => void;
  readonly limits: LoginLimits;
  readonly streams: StreamsInForce;
};

/** Services that live as long as the process, across releases. */
function createServices(options: Options, events: Events, runtime: () => Runtime): Services {
  const { ports, settings, stopping } = options;
  const logins = createLoginStore(() => options.store);
  const sessions = createSessions({
    ...{ runtime, logins, ports, settings },
    tell: () => events.announce('loginsEnded', {}),
  });
  const keys = createKeys({ runtime, ports });
  const current: Sessions['current'] = (one) => (one.key ? keys.current(one) : sessions.current(one));
  const watch = createLoginWatch({
    sessions: { ...sessions, current },
    ports,
    everyMs: settings.heartbeatSeconds * 1000,
  });
  const streams = { events, sessions, watch, runtime, stopping, refusalLog: createRefusalLog(ports) };
  const forget = (): void => {
    sessions.forget();
    keys.forget();
  };
  return { logins, sessions, keys, forget, limits: createLoginLimits({ logins, ports, settings }), streams };
}

function fixedEndpoints(
  options: Options,
  { logins, sessions, limits, streams }: Services,
): readonly Endpoint[] {
  return [
    ...createSessionEndpoints({ logins, sessions, limits, client: createProviderClient(options.ports) }),
    ...preferenceEndpoints(),
    ...visitEndpoints(),
    ...sampleEndpoints(),
    ...viewEndpoints(),
    ...bulkEndpoints(),
    ...importEndpoints(),
    ...jobEndpoints(),
    ...workEndpoints(options.extensions),
    ...notificationEndpoints(),
    ...approvalEndpoints(streams),
    ...absenceEndpoints(streams),
    ...historyEndpoints(options.models.current()),
    ...personEndpoints({ model: options.models.current() }),
    validateEndpoint(),
    alikeEndpoint(),
    linkedEndpoint(),
    ruleEndpoint(),
    renderEndpoint(),
    eventsEndpoint({
      ...streams,
      ofWork: workEntities(options.extensions),
      limit: streamLimit(options, streams, 'events'),
    }),
    ...changesEndpoints({ ...streams, limit: streamLimit(options, streams, 'changes') }),
    ...healthEndpoints({ ...options, files: options.ports.files, stopping: options.stopping }),
  ];
}

/** What notifies connected people of changes. */
type StreamsInForce = {
  readonly events: Events;
  readonly sessions: Sessions;
  readonly watch: LoginWatch;
  readonly refusalLog: RefusalLog;
  readonly runtime: () => Runtime;
  readonly stopping: AbortSignal | undefined;
};

const streamLimit = ({ settings, ports }: Options, { events }: StreamsInForce, name: string) =>
  createStreamLimit({
    ...{ name, events, newId: ports.newId },
    ...{ perLogin: settings.streamsPerLogin, all: settings.streams },
  });

function hubOf(options: Options, streams: StreamsInForce): readonly Endpoint[] {
  const limit = streamLimit(options, streams, 'hubs');
  return options.extensions.hubs.flatMap((hub) => hubEndpoints({ ...hub, ...streams, limit }));
}
