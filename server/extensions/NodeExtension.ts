/**
 * What an extension adds to a server on Node only: worker threads, and services configured by the operator.
 */
import type { ExtensionPorts } from '../ports/ExtensionPorts.ts';
import type { Ports } from '../ports/ports.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type Given<Settings> = {
  readonly settings: Settings;
  /** The URL of a worker script named in `extension.json`. */
  readonly worker: (name: string) => URL;
  /** The ports without this extension's replacements. */
  readonly ports: Ports & ExtensionPorts;
};

export type NodeExtension<Settings = unknown> = {
  readonly id: string;
  /** Reads its settings from the environment; throws a `StartError` for an impossible value. */
  readonly settings?: (env: Environment) => Settings;
  /** Ports that replace those that run anywhere. */
  ports(given: Given<Settings>): Partial<ExtensionPorts>;
};

export const defineNodeExtension = <Settings = undefined>(
  extension: NodeExtension<Settings>,
): NodeExtension => extension as NodeExtension;
