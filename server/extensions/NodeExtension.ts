/** What an extension brings to a server on Node alone: threads, and services that the operator names. */
import type { ExtensionPorts } from '../ports/ExtensionPorts.ts';
import type { Ports } from '../ports/ports.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type Given<Settings> = {
  readonly settings: Settings;
  /** The built script of a worker that `extension.json` names. */
  readonly worker: (name: string) => URL;
  /** The ports as they are without this. */
  readonly ports: Ports & ExtensionPorts;
};

export type NodeExtension<Settings = unknown> = {
  readonly id: string;
  /** Reads what it needs of the environment; throws a `StartError` for a value that cannot be. */
  readonly settings?: (env: Environment) => Settings;
  /** Ports in place of those that run anywhere. */
  ports(given: Given<Settings>): Partial<ExtensionPorts>;
};

export const defineNodeExtension = <Settings = undefined>(
  extension: NodeExtension<Settings>,
): NodeExtension => extension as NodeExtension;
