/** Wires the application that serves calls, again for each release that comes into force. */
import { createValidatorCompiler } from '#engine';
import { runDueWork } from './actions/dueWork.ts';
import { hubs } from './actions/hubs.ts';
import { jobKinds } from './actions/jobKinds.ts';

import { createConfigureServices } from './configure/ConfigureServices.ts';
import { configureEndpoints } from './configure/configureEndpoints.ts';
import { createFileTokens, type FileTokens } from './files/createFileTokens.ts';
import { createReleaseApp, type ReleaseApp } from './http/createReleaseApp.ts';
import { createStreamLimit } from './http/createStreamLimit.ts';
import type { Endpoint } from './http/Endpoint.ts';
import { hubEndpoints } from './hub/hubEndpoints.ts';
import { createJobs } from './jobs/createJobs.ts';
import { createLoginLimits, type LoginLimits } from './login/createLoginLimits.ts';
import { createSessions, type Sessions } from './login/createSessions.ts';
import { openApiEndpoint } from './openapi/openApiEndpoint.ts';
import { createSequences } from './operations/createSequences.ts';
import { createSigner } from './operations/createSigner.ts';
import type { Runtime } from './operations/OperationCall.ts';
import { createRuntime } from './operations/Runtime.ts';
import type { AppOptions, AppSettings, ComingModel } from './ports/ports.ts';
import { alikeEndpoint } from './routes/alikeEndpoint.ts';
import { bulkEndpoints } from './routes/bulkEndpoints.ts';
import { eventsEndpoint } from './routes/eventsEndpoint.ts';
import { fileEndpoints } from './routes/fileEndpoints.ts';
import { healthEndpoint } from './routes/healthEndpoint.ts';
import { historyEndpoints } from './routes/historyEndpoint.ts';
import { jobEndpoints } from './routes/jobEndpoints.ts';
import { createSessionEndpoints } from './routes/login/createSessionEndpoints.ts';
import { modelEndpoints } from './routes/modelEndpoints.ts';
import { notificationEndpoints } from './routes/notificationEndpoints.ts';
import { personEndpoint } from './routes/personEndpoint.ts';
import { preferenceEndpoints } from './routes/preferenceEndpoints.ts';
import { recordEndpoints } from './routes/recordEndpoints.ts';
import { renderEndpoint } from './routes/renderEndpoint.ts';
import { ruleEndpoint } from './routes/ruleEndpoint.ts';
import { validateEndpoint } from './routes/validateEndpoint.ts';
import { viewEndpoints } from './routes/viewEndpoints.ts';
import { createEvents, type Events } from './work/events.ts';

type Options = AppOptions & { readonly settings: AppSettings };

/** One for all releases of a process: they mostly check the same. */
const validatorsOf = createValidatorCompiler();

type ApiInForce = {
  readonly app: ReleaseApp;
  readonly endpoints: readonly Endpoint[];
  /** Does what has fallen due, once; gives how much that was. */
  readonly runDue: () => Promise<number>;
};

/** Gives the function that gives what is in force now. */
export function createApiInForce(options: Options): () => ApiInForce {
  const { models, ports, settings, store } = options;
  const [events, sequences] = [options.events ?? createEvents(), createSequences()];
  const signer = createSigner({ store, ports, isKept: () => models.current().entities.has('secret') });
  const jobs = createJobs({ store, ports, kinds: jobKinds, stopping: options.stopping });
  const makeRuntime = (coming: ComingModel): Runtime =>
    createRuntime({
      model: coming.model,
      bundle: coming.bundle,
      release: coming.inForce.release,
      isInForce: () => models.current() === coming.model,
      validators: validatorsOf(coming.model),
      latest: () => runtime,
      store,
      ports,
      events,
      signer,
      sequences,
      jobs,
    });
  let runtime = makeRuntime({ model: models.current(), bundle: models.bundle(), inForce: models.inForce() });
  const sessions = createSessions({ runtime: () => runtime, ports, settings });
  const limits = createLoginLimits({ runtime: () => runtime, ports, settings });
  const hub = hubOf(options, events, sessions);
  const fixed = [...fixedEndpoints(options, sessions, limits), ...hub];
  const tokens = createFileTokens(ports);
  // One round at a time: what a second would find is already being done.
  let round: Promise<number> | undefined;
  const runDue = (): Promise<number> => {
    round ??= runDueWork({ runtime, zone: settings.timeZone, stopping: options.stopping }).finally(() => {
      round = undefined;
    });
    return round;
  };
  const build = (runtime: Runtime): ApiInForce => {
    const endpoints = endpointsOf(runtime, fixed, tokens);
    const { fallback } = options;
    const app = createReleaseApp({ runtime, endpoints, sessions, ports, settings, fallback });
    return { app, endpoints, runDue };
  };
  let inForce = build(runtime);

  const isOfPeople = (entity: string) =>
    entity === 'user' || models.current().entities.get(entity)?.ofUser !== undefined;
  // A changed person or role must not live on in memory.
  events.listen('recordChanged', ({ entity }) => isOfPeople(entity) && sessions.forget());
  models.onPrepare((coming) => {
    const comingRuntime = makeRuntime(coming);
    const next = build(comingRuntime);
    return () => {
      runtime = comingRuntime;
      inForce = next;
      sessions.forget();
    };
  });
  models.onChange(({ version }) => events.announce('declarationsChanged', { version }));
  return () => inForce;
}

/** Of two for one path, the later answers. */
function endpointsOf(runtime: Runtime, fixed: readonly Endpoint[], tokens: FileTokens): readonly Endpoint[] {
  const own = [...modelEndpoints(runtime), ...fileEndpoints(runtime, tokens)];
  const described = [...recordEndpoints(runtime), ...own, ...fixed];
  return [...described, openApiEndpoint(runtime, described)];
}

function fixedEndpoints(options: Options, sessions: Sessions, limits: LoginLimits): readonly Endpoint[] {
  const { streamsPerLogin, streams } = options.settings;
  return [
    ...createSessionEndpoints({ sessions, limits }),
    ...preferenceEndpoints(),
    ...viewEndpoints(),
    ...bulkEndpoints(),
    ...jobEndpoints(),
    ...notificationEndpoints(),
    ...historyEndpoints(),
    personEndpoint(),
    validateEndpoint(),
    alikeEndpoint(),
    ruleEndpoint(),
    renderEndpoint(),
    ...configureEndpoints(createConfigureServices(options.models)),
    eventsEndpoint(createStreamLimit({ perLogin: streamsPerLogin, all: streams }), options.stopping),
    healthEndpoint(options.store, options.models),
  ];
}

function hubOf({ settings, stopping }: Options, events: Events, sessions: Sessions): readonly Endpoint[] {
  const limit = createStreamLimit({ perLogin: settings.streamsPerLogin, all: settings.streams });
  return hubs.flatMap((hub) => hubEndpoints({ ...hub, events, sessions, limit, stopping }));
}
