/** Wires what serves calls, again for each model that comes into force. */
import { createValidatorCompiler } from '#engine';
import { jobKinds } from './actions/jobKinds.ts';
import { createConfigureServices } from './configure/ConfigureServices.ts';
import { configureEndpoints } from './configure/configureEndpoints.ts';
import { createFileTokens, type FileTokens } from './files/createFileTokens.ts';
import { createRouteTable, type Endpoint } from './http/createRouteTable.ts';
import type { Dispatcher } from './http/handleCall.ts';
import { createJobs } from './jobs/createJobs.ts';
import { createLoginLimits, type LoginLimits } from './login/createLoginLimits.ts';
import { createSessionEndpoints } from './login/createSessionEndpoints.ts';
import { createSessions, type Sessions } from './login/createSessions.ts';
import { openApiEndpoint } from './openapi/openApiEndpoint.ts';
import { createSequences } from './operations/createSequences.ts';
import { createSigner } from './operations/createSigner.ts';
import { createEvents } from './operations/events.ts';
import { createRuntime, type Runtime } from './operations/Runtime.ts';
import type { AppOptions, AppSettings, ComingModel } from './ports.ts';
import { createStreamLimit } from './routes/createStreamLimit.ts';
import { eventsEndpoint } from './routes/eventsEndpoint.ts';
import { fileEndpoints } from './routes/fileEndpoints.ts';
import { healthEndpoint } from './routes/healthEndpoint.ts';
import { historyEndpoints } from './routes/historyEndpoint.ts';
import { jobEndpoints } from './routes/jobEndpoints.ts';
import { modelEndpoints } from './routes/modelEndpoints.ts';
import { preferenceEndpoints } from './routes/preferenceEndpoints.ts';
import { recordEndpoints } from './routes/recordEndpoints.ts';
import { renderEndpoint } from './routes/renderEndpoint.ts';
import { ruleEndpoint } from './routes/ruleEndpoint.ts';
import { validateEndpoint } from './routes/validateEndpoint.ts';

type Options = AppOptions & { readonly settings: AppSettings };

/** One for all dispatchers of a process: they mostly check the same. */
const validatorsOf = createValidatorCompiler();

/** Gives the function that gives what is in force now. */
export function createDispatcher(options: Options): () => Dispatcher {
  const { models, ports, settings, store } = options;
  const [events, sequences] = [createEvents(), createSequences()];
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
  const fixed = fixedEndpoints(options, sessions, limits);
  const tokens = createFileTokens(ports);
  const makeDispatcher = (runtime: Runtime): Dispatcher => ({
    runtime,
    sessions,
    ports,
    settings,
    table: tableOf(runtime, fixed, tokens),
  });
  let dispatcher = makeDispatcher(runtime);

  // A changed person or role must not live on in memory.
  events.listen('recordChanged', ({ entity }) => entity === 'user' && sessions.forget());
  models.onPrepare((coming) => {
    const next = makeDispatcher(makeRuntime(coming));
    return () => {
      runtime = next.runtime;
      dispatcher = next;
      sessions.forget();
    };
  });
  models.onChange(({ version }) => events.announce('declarationsChanged', { version }));
  return () => dispatcher;
}

function tableOf(runtime: Runtime, fixed: readonly Endpoint[], tokens: FileTokens) {
  const own = [...modelEndpoints(runtime), ...fileEndpoints(runtime, tokens)];
  const endpoints = [...recordEndpoints(runtime), ...own, ...fixed];
  return createRouteTable([...endpoints, openApiEndpoint(runtime)]);
}

function fixedEndpoints(options: Options, sessions: Sessions, limits: LoginLimits): readonly Endpoint[] {
  const { streamsPerLogin, streams } = options.settings;
  return [
    ...createSessionEndpoints({ sessions, limits }),
    ...preferenceEndpoints(),
    ...jobEndpoints(),
    ...historyEndpoints(),
    validateEndpoint(),
    ruleEndpoint(),
    renderEndpoint(),
    ...configureEndpoints(createConfigureServices(options.models)),
    eventsEndpoint(createStreamLimit({ perLogin: streamsPerLogin, all: streams }), options.stopping),
    healthEndpoint(options.store, options.models),
  ];
}
