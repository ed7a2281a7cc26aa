/** Sends the reads that wait at the same time as one statement. */
import { lengthOf } from './beside.ts';
import type { Run } from './connections.ts';
import { oneStatement, type Part, type PartRows, partsOf } from './together.ts';

/** Planning a statement of many parts costs more than it saves. */
const mostParts = 24;
const mostValues = 10_000;
const mostText = 20_000;

type Waiting = {
  readonly part: Part;
  readonly key: string;
  readonly resolve: (rows: PartRows) => void;
  readonly reject: (error: unknown) => void;
};

export function createTogether(run: Run) {
  let waiting: Waiting[] = [];
  const flush = (): void => {
    const all = waiting;
    waiting = [];
    for (const batch of batchesOf(all)) void read(run, batch);
  };
  return {
    read: (part: Part): Promise<PartRows> =>
      new Promise((resolve, reject) => {
        const key = `${part.text} ${JSON.stringify(part.values)}`;
        waiting.push({ part, key, resolve, reject });
        // Runs once nothing else can go on without an answer.
        if (waiting.length === 1) process.nextTick(flush);
      }),
    /** Sends what waits; to be called before a write, which later reads must not overtake. */
    flush,
  };
}

async function read(run: Run, batch: readonly Waiting[]): Promise<void> {
  // Several callers may want the same rows.
  const byKey = new Map(batch.map((each) => [each.key, each.part]));
  const parts = [...byKey.values()];
  try {
    const [only] = parts;
    const isPlain = parts.length === 1 && only?.beside.length === 0;
    const found = isPlain
      ? [{ rows: (await run(only)).rows, beside: [] }]
      : partsOf(parts, (await run(oneStatement(parts))).rows);
    const keys = [...byKey.keys()];
    for (const { key, resolve } of batch) resolve(found[keys.indexOf(key)] as PartRows);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

function batchesOf(all: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const batches: Waiting[][] = [];
  let [parts, values, length] = [mostParts, 0, 0];
  for (const each of all) {
    const own = each.part.values.length;
    const text = each.part.text.length + lengthOf(each.part.beside);
    if (parts >= mostParts || values + own > mostValues || length + text > mostText) {
      batches.push([]);
      [parts, values, length] = [0, 0, 0];
    }
    batches.at(-1)?.push(each);
    parts += 1;
    values += own;
    length += text;
  }
  return batches;
}
