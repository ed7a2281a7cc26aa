/** What a draft compiles to does not depend on what was compiled before. */
import { expect, it } from 'vitest';
import { type Change, CompileMemory, changeKinds, checkOverlay, type DeclarationSet } from '#engine';
import { readDeclarations } from '../../server/node/readDeclarations.ts';
import '../support/lendingKinds.ts';
import { everyChange } from '../support/everyChange.ts';
import { parseOnce } from '../support/parseOnce.ts';
import { differenceOf } from '../support/sameModel.ts';
import { realDeclarations } from './realModel.ts';

type Checked = ReturnType<typeof checkOverlay>;

const check = (set: DeclarationSet, changes: readonly Change[], memory?: CompileMemory): Checked =>
  checkOverlay(set, changes, { parse: parseOnce, ...(memory && { memory }) });

/** Provenance follows from the changes alone. */
const compared = ({ findings, compilation }: Checked) => ({ findings, compilation });

function expectSame(set: DeclarationSet, changes: readonly Change[], memory: CompileMemory): Checked {
  const found = check(set, changes, memory);
  expect(differenceOf(compared(found), compared(check(set, changes)))).toBeUndefined();
  return found;
}

it('each kind of change, added to the others, gives the model and findings of a compilation from scratch', () => {
  expect(new Set(everyChange.map(({ kind }) => kind))).toEqual(new Set(changeKinds));
  const { set } = realDeclarations();
  const memory = new CompileMemory();
  check(set, [], memory);
  // Each of them compiles after the one before; a whole compilation costs as much as ten of these.
  for (const index of everyChange.keys()) {
    const changes = everyChange.slice(0, index + 1);
    if (index % 4 === 3) expectSame(set, changes, memory);
    else check(set, changes, memory);
  }
  const { findings } = expectSame(set, everyChange, memory);
  const wrong = findings.filter(({ level }) => level === 'error').map(({ change }) => change?.name);
  expect(new Set(wrong)).toEqual(new Set(['dealer.OwnWrong', 'plan.own-broken']));
  expectSame(set, [], memory);
});

it('so do thirty changes of a draft at random, undone again', async () => {
  const { set } = await readDeclarations('.', 'examples/lending');
  const memory = new CompileMemory();
  let [seed, draft] = [7, [] as readonly Change[]];
  const below = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % most;
  };
  const drafts = Array.from({ length: 30 }, (_, step) => {
    draft = changed(set, draft, step, below);
    return draft;
  });
  // The draft before each is undone to, as with Ctrl+Z.
  for (const [step, one] of drafts.entries()) {
    const found = step % 5 === 4 ? expectSame(set, one, memory) : check(set, one, memory);
    expect(found.compilation.model.entities.size).toBeGreaterThan(0);
  }
  for (const one of [drafts[20], drafts[5], []]) expectSame(set, one ?? [], memory);
});

const title = (text: string) => ({ 'en-CA': text, 'fr-CA': `${text} (fr)` });

/** Adds, changes or takes back one field or rule of any entity of the application. */
function changed(
  { files }: DeclarationSet,
  draft: readonly Change[],
  step: number,
  below: (most: number) => number,
): readonly Change[] {
  const entities = files.flatMap(({ file, json }) =>
    /(^|\/)schemas\/lending\/[^/]+\/entity\.json$/.test(file) ? [(json as { $id: string }).$id] : [],
  );
  const entity = entities[below(entities.length)];
  const kinds = ['text', 'number', 'boolean', 'date'];
  const field = {
    kind: 'field',
    name: `${entity}.Own${step}`,
    type: kinds[below(4)],
    title: title(`Own ${step}`),
  };
  const rule = { kind: 'rule', name: `${entity}.own-${step}`, message: title(`Own ${step}`), at: ['Name'] };
  const added = below(2) === 0 ? field : { ...rule, check: `$length(Name) < ${step + 20}` };
  const at = below(draft.length + 1);
  const turn = below(4);
  if (turn === 0) return draft.filter((_, index) => index !== at);
  if (turn === 1)
    return draft.map((one, index) =>
      index === at && one.kind === 'field' ? { ...one, title: title(`Again ${step}`) } : one,
    );
  return [...draft, added as Change];
}
