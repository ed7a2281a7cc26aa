/** Combines the extensions in use into one registry by name. */
import type { HubOfActions } from '../hub/hubEndpoints.ts';
import type { JobKind, JobKinds } from '../jobs/Job.ts';
import type { WorkSource } from '../jobs/WorkSource.ts';
import type { Opening, Printing } from '../operations/OperationCall.ts';
import type { ExtensionPorts } from '../ports/ExtensionPorts.ts';
import type { Ports } from '../ports/ports.ts';
import type { Action } from './Action.ts';
import type { DueWork, Extension } from './Extension.ts';
import { serverExtension } from './serverExtension.ts';

export type Registry = {
  readonly actions: ReadonlyMap<string, Action>;
  readonly jobs: JobKinds;
  readonly hubs: readonly HubOfActions[];
  readonly opens: ReadonlyMap<string, Opening>;
  readonly printing: Printing | undefined;
  readonly work: readonly WorkSource[];
  /** In execution order. */
  readonly dueWork: readonly DueWork[];
  /** The ports with those of the extensions; given ports take precedence. */
  readonly portsOver: (ports: Ports & Partial<ExtensionPorts>) => Ports & ExtensionPorts;
};

/** Throws if two extensions provide the same name. */
export function compileExtensions(extensions: readonly Extension[]): Registry {
  const all = [...extensions, serverExtension];
  const actions = named<Action>(all, 'action', ({ actions }) => Object.entries(actions ?? {}));
  const jobs = named<JobKind>(all, 'kind of job', ({ jobs }) => Object.entries(jobs ?? {}));
  const hubs = named<HubOfActions>(all, 'hub', ({ hubs = [] }) => hubs.map((hub) => [hub.path, hub]));
  const opens = named<Opening>(all, 'opening', (one) => Object.entries(one.opens ?? {}));
  const printing = named<Printing>(all, 'printing', (one) =>
    one.printing ? [['records', one.printing]] : [],
  );
  const due = [
    ...named<DueWork>(all, 'due work', ({ dueWork = [] }) => dueWork.map((one) => [one.name, one])).values(),
  ];
  return {
    actions,
    jobs: Object.fromEntries(jobs),
    hubs: [...hubs.values()],
    opens,
    printing: printing.get('records'),
    work: [...named<WorkSource>(all, 'work', ({ work = [] }) => work.map((one) => [one.id, one])).values()],
    dueWork: [...due.filter(({ after }) => !after), ...due.filter(({ after }) => after)],
    portsOver: (ports) => {
      const brought = extensions.map((extension) => extension.ports?.(ports));
      // Complete for the extensions in use.
      return Object.assign({}, ...brought, ports) as Ports & ExtensionPorts;
    },
  };
}

function named<Value>(
  extensions: readonly Extension[],
  what: string,
  listed: (extension: Extension) => readonly (readonly [string, Value])[],
): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  const owners = new Map<string, string>();
  for (const extension of extensions)
    for (const [name, value] of listed(extension)) {
      const other = owners.get(name);
      if (other)
        throw new Error(
          `The extensions '${other}' and '${extension.id}' both bring the ${what} '${name}'. Rename one of them, or use only one of the two.`,
        );
      owners.set(name, extension.id);
      found.set(name, value);
    }
  return found;
}
