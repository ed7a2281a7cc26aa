/** The extensions in use as one registry, made once: what each brings, by name. */
import type { HubOfActions } from '../hub/hubEndpoints.ts';
import type { JobKind, JobKinds } from '../jobs/Job.ts';
import type { Opening } from '../operations/OperationCall.ts';
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
  /** In the order in which it is done. */
  readonly dueWork: readonly DueWork[];
  /** The ports with those of the extensions; one that is given already stays. */
  readonly portsOver: (ports: Ports & Partial<ExtensionPorts>) => Ports & ExtensionPorts;
};

/** Two extensions that bring the same name are refused: neither could be told apart by it. */
export function compileExtensions(extensions: readonly Extension[]): Registry {
  const all = [...extensions, serverExtension];
  const actions = named<Action>(all, 'action', ({ actions }) => Object.entries(actions ?? {}));
  const jobs = named<JobKind>(all, 'kind of job', ({ jobs }) => Object.entries(jobs ?? {}));
  const hubs = named<HubOfActions>(all, 'hub', ({ hubs = [] }) => hubs.map((hub) => [hub.path, hub]));
  const opens = named<Opening>(all, 'opening', (one) => Object.entries(one.opens ?? {}));
  const due = [
    ...named<DueWork>(all, 'due work', ({ dueWork = [] }) => dueWork.map((one) => [one.name, one])).values(),
  ];
  return {
    actions,
    jobs: Object.fromEntries(jobs),
    hubs: [...hubs.values()],
    opens,
    dueWork: [...due.filter(({ after }) => !after), ...due.filter(({ after }) => after)],
    portsOver: (ports) => {
      const brought = extensions.map((extension) => extension.ports?.(ports));
      // What every extension adds is there now, as far as they are in use.
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
