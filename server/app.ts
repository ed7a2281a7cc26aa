/** The server as a function from request to answer: runs in Node, in tests and in a browser (stories). */
import { createApiInForce } from './createApiInForce.ts';
import { compileExtensions, type Registry } from './extensions/compileExtensions.ts';
import type { ReleaseApp } from './http/createReleaseApp.ts';
import { approvalEntity } from './operations/approvals/approvalNames.ts';
import { runEntity } from './operations/automationEvents.ts';
import { deliveryEntity } from './operations/webhookEvents.ts';
import { type AppOptions, defaultSettings } from './ports/ports.ts';
import { normalStore } from './store/normalStore.ts';
import { createSharedEvents } from './store/sharedEvents.ts';

export { refuseOvertaken } from './configure/releases.ts';
export { startWithRelease } from './configure/startWithRelease.ts';
export { createModelHolder } from './createModelHolder.ts';
export { checkActions } from './extensions/checkActions.ts';
export type { Extension } from './extensions/Extension.ts';
export { tidyDaily } from './extensions/system/tidyUp.ts';
export { cleanFiles } from './files/cleanFiles.ts';
export {
  cleanChanges,
  cleanForms,
  cleanImports,
  cleanKeptAnswers,
  cleanNotifications,
} from './jobs/cleanAged.ts';
export { migrateAndNote } from './jobs/fillComputed.ts';
export { recoverJobs } from './jobs/recoverJobs.ts';
export { tellAdministrators } from './jobs/tellAdministrators.ts';
export type {
  AppOptions,
  AppSettings,
  FileStore,
  Log,
  ModelHolder,
  PasswordHasher,
  Ports,
} from './ports/ports.ts';
export { isWeakPassword } from './routes/login/refuseWeak.ts';
export { seedStore } from './seed/seedStore.ts';
export { createMemoryStore } from './store/memory/createMemoryStore.ts';
export type { Store, StoreSession } from './store/types.ts';
export { createWebPorts } from './web/createWebPorts.ts';
export { createEvents } from './work/events.ts';
export { compileExtensions, createSharedEvents, type Registry };

/** Answers calls by the release that is in force when they come. */
export type App = Pick<ReleaseApp, 'fetch'> & {
  /** Does what has fallen due, once and only once; to be called now and then. */
  readonly runDue: () => Promise<number>;
  /** The same in lanes that do not wait for one another. */
  readonly lanes: readonly (() => Promise<number>)[];
  /** Calls the listener when something has fallen due at once, here or in another process. */
  readonly onDue: (listener: () => void) => () => void;
  /** Takes over the jobs of processes that are dead; to be called every few seconds. */
  readonly tendJobs: () => Promise<void>;
};

/** Entities whose records are work to do at once. */
const due: ReadonlySet<string> = new Set([runEntity, approvalEntity, deliveryEntity]);

/** Builds the app over a store that is migrated already; without extensions it does what the server brings by itself. */
export function createApp(given: AppOptions & { readonly extensions?: Registry }): App {
  const options = { ...given, store: normalStore(given.store, given.models.current) };
  const { extensions = compileExtensions([]) } = options;
  const settings = { ...defaultSettings, ...options.settings };
  const { events = createSharedEvents(options) } = options;
  const inForce = createApiInForce({ ...options, events, extensions, settings });
  return {
    fetch: (...call) => inForce().app.fetch(...call),
    runDue: async () => {
      let count = 0;
      for (const run of inForce().lanes) count += await run();
      return count;
    },
    lanes: inForce().lanes.map((_, index) => async () => (await inForce().lanes[index]?.()) ?? 0),
    onDue: (listener) =>
      events.listen('recordChanged', ({ entity }) => {
        if (due.has(entity)) listener();
      }),
    tendJobs: () => inForce().tendJobs(),
  };
}
