import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DataRecord, Model } from '#engine';
import { StartError } from '../errors/StartError.ts';

type Sample = Readonly<Record<string, readonly DataRecord[]>>;
type Script = {
  readonly buildNetwork: (from: {
    readonly sample: (entity: string) => readonly DataRecord[];
    readonly today: string;
  }) => Sample;
};

/** The large sample of the application (SEED=large), which a script of its own makes from the small one. */
export async function loadLargeSample(folder: string, model: Model, today: string): Promise<Sample> {
  const file = join(folder, 'scripts', 'seed', 'network', 'buildNetwork.mjs');
  if (!existsSync(file)) throw new StartError('This application has no large sample. Use SEED=demo.');
  const { buildNetwork } = (await import(pathToFileURL(file).href)) as Script;
  const files = [...model.entities.values()].flatMap(({ seed }) => seed.files);
  const sample = (entity: string) => {
    if (entity === 'file') return files;
    const seed = model.entities.get(entity)?.seed;
    return [...(seed?.reference ?? []), ...(seed?.demo ?? [])];
  };
  return buildNetwork({ sample, today });
}
