import type { Environment, NodeExtension } from '../extensions/NodeExtension.ts';
import type { ExtensionPorts } from '../ports/ExtensionPorts.ts';
import type { Ports } from '../ports/ports.ts';

type WithNode = (ports: Ports & ExtensionPorts, built: URL) => Ports & ExtensionPorts;

/**
 * Reads the settings of extensions before anything is opened; returns the function that installs their ports.
 */
export function readNodeExtensions(parts: readonly NodeExtension[], env: Environment): WithNode {
  const read = parts.map((part) => ({ part, settings: part.settings?.(env) }));
  return (ports, built) =>
    read.reduce((before, { part, settings }) => {
      const worker = (name: string) => new URL(`${part.id}-${name}.js`, built);
      return { ...before, ...part.ports({ settings, worker, ports: before }) };
    }, ports);
}
