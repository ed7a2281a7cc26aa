/** Counts what a publication does to stored records, before it happens. */
import {
  type Count,
  classifyEffects,
  countsNeeded,
  type DataRecord,
  type Effect,
  type EntityModel,
  type FilterTree,
  findingText,
  type KeptFields,
  type Model,
  type OverlayFinding,
  type RuleCount,
  textKey,
  type UserContext,
} from '#engine';
import { isAllowed } from '../operations/authorize.ts';
import { among, equals } from '../operations/filters.ts';
import { grantFeatures } from '../operations/grantFeatures.ts';
import { seesEvery } from '../operations/rowLimits.ts';
import type { ScanPlace, Store } from '../store/types.ts';
import { nextTurn } from '../work/turns.ts';
import { WorkBudget } from '../work/WorkBudget.ts';
import { formEffects } from './formEffects.ts';
import { historyEffects } from './historyEffects.ts';
import { rightEffects } from './rightEffects.ts';
import { type Moment, ruleEffects, ruleQuestions } from './ruleEffects.ts';
import type { Saying } from './sayFinding.ts';
import { listValues, valueCosts } from './valueCosts.ts';

type Counting = Pick<Store, 'count' | 'scan' | 'scanAs' | 'find' | 'get'>;

/** The effects of replacing one model by another, limited to what the person may see. */
export async function effectsOf(
  store: Counting,
  step: Step & Seeing,
  kept: KeptFields,
  trying: { readonly moment: Moment; readonly budget: WorkBudget },
): Promise<readonly Effect[]> {
  const { live, next } = step;
  const counts = countsNeeded(live, next, kept).filter((count) => maySee(count, step));
  await nextTurn();
  const counted: Record<string, number> = {};
  for (const count of counts) {
    counted[count.key] = await answerCount(store, { live, next }, count);
    await nextTurn();
  }
  const questions = ruleQuestions({ live, next }).filter((one) => maySeeRule(one, step));
  await nextTurn();
  const values = listValues({ live, next }).filter(({ entity, field }) => maySee({ entity, field }, step));
  const found: Effect[] = [];
  for (const isWhole of [true, false]) {
    const those = <One extends { readonly entity: string }>(all: readonly One[]): readonly One[] =>
      all.filter(({ entity }) => seesAll(entity, step) === isWhole);
    const effects = [
      ...classifyEffects(those(counts), counted, next, live),
      ...(await ruleEffects(store, { live, next }, those(questions), trying)),
      ...(await valueCosts(store, { live, next }, those(values), trying.moment)),
    ];
    found.push(...effects.map((effect) => (isWhole ? effect : { ...effect, isPartial: true })));
  }
  // What happens to records comes before who sees them.
  const mayCount = (entity: string) => maySee({ entity, field: '' }, step) && seesAll(entity, step);
  found.push(
    ...(await historyEffects(store, { live, next }, { now: new Date(trying.moment.now), mayCount })),
    ...rightEffects({ live, next }),
    ...formEffects({ live, next }),
  );
  return found.sort((one, other) => verdicts.indexOf(one.verdict) - verdicts.indexOf(other.verdict));
}

const verdicts = ['Refused', 'Migratable', 'Safe'];

type Step = { readonly live: Model; readonly next: Model };
type Seeing = {
  readonly features: ReadonlySet<string>;
  /** The person's roles, which grant rights to restored entities. */
  readonly roles: readonly string[];
  readonly user: UserContext;
};

/**
 * Changes that depend on stored values the person may not see: even the verdict would reveal them, and one over
 * some of the records would be wrong.
 */
export function hiddenFindings(step: Step & Seeing, kept: KeptFields): readonly OverlayFinding[] {
  const { live, next } = step;
  const hidden = countsNeeded(live, next, kept).filter(
    (count) => count.when.verdict !== 'Safe' && !(maySee(count, step) && seesAll(count.entity, step)),
  );
  const rules = ruleQuestions({ live, next })
    .filter((one) => one.when.verdict !== 'Safe' && !(maySeeRule(one, step) && seesAll(one.entity, step)))
    .map(({ change, entity, fields }) => ({ change, entity, field: fields[0] ?? '' }));
  const found = [...hidden, ...rules].map(
    ({ change, entity, field }): OverlayFinding => ({
      ...(change && { change }),
      at: '',
      level: 'error',
      code: 'not-yours-to-judge',
      params: { entity, field },
    }),
  );
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** Whether row access hides no record of the entity. */
const seesAll = (entity: string, { live, user, features }: Step & Seeing): boolean =>
  seesEvery(live, entity, { user, features });

const maySeeRule = ({ entity, fields }: RuleCount, step: Step & Seeing): boolean =>
  (fields.length > 0 ? fields : ['']).every((field) => maySee({ entity, field }, step));

function maySee(
  {
    entity: id,
    field,
    kind,
    unique,
  }: Pick<Count, 'entity' | 'field' | 'unique'> & { readonly kind?: Count['kind'] },
  { live, next, features: now, roles }: Step & Seeing,
): boolean {
  const entity = live.entities.get(id) ?? next.entities.get(id);
  // A restored entity brings its features along; another check refuses to grant them to anyone new.
  const features = live.entities.has(id) ? now : new Set([...now, ...grantFeatures(next, roles)]);
  if (!entity || !isAllowed(entity.policy.view, features)) return false;
  // The number of records reveals nothing about a field.
  if (kind === 'all') return true;
  const names = [field, ...(unique?.fields ?? []), ...(unique?.within ?? [])];
  return names.every((path) => {
    const [root = ''] = path.split('.');
    const view = (live.entities.get(id)?.policy.fields[root] ?? next.entities.get(id)?.policy.fields[root])
      ?.view;
    return !view || isAllowed(view, features);
  });
}

async function answerCount(store: Counting, step: Step, count: Count): Promise<number> {
  const { entity, field, kind, values = [] } = count;
  const walk = walkOf(store, step, count);
  const stored = (count.as === 'next' ? step.next : step.live).entities.get(entity);
  if (kind === 'all') return store.count(entity);
  if (kind === 'doubles') return countDoubles(walk, stored, count);
  const [root = field] = field.split('.');
  if (kind === 'outside' && count.as === 'next') return countOutside(walk, count);
  if (!stored?.fieldByPath.get(root)?.stored) return 0;
  if (kind === 'outside') return countOutside(walk, count);
  if (kind === 'using') return store.count(entity, among(field, values));
  const missing = equals(field, null);
  return store.count(entity, kind === 'missing' ? missing : ({ kind: 'not', of: missing } as FilterTree));
}

/** Few enough to read in milliseconds; the time to check them is measured. */
const atOnce = 500;

type Walk = (visit: (record: DataRecord) => void) => Promise<void>;

/** Visits every record as it is or will be, yielding to other calls. */
function walkOf(store: Counting, { next: model }: Step, { entity, as }: Count): Walk {
  return async (visit) => {
    // The publication depends on the counts, so there is no time limit.
    const budget = new WorkBudget();
    for (let after: ScanPlace | undefined; ; ) {
      const query = { entity, after, size: atOnce };
      const { items, next } = as === 'next' ? await store.scanAs(model, query) : await store.scan(query);
      for (const record of items) {
        visit(record);
        if (budget.isDue()) await budget.yieldTurn();
      }
      if (next === undefined) return;
      after = next;
    }
  };
}

async function countOutside(walk: Walk, { field, accepts }: Count): Promise<number> {
  let outside = 0;
  const [root = field] = field.split('.');
  await walk((record) => {
    if (accepts?.(record[root]) === false) outside++;
  });
  return outside;
}

/** Records that share their values with another; empty values do not count. */
async function countDoubles(walk: Walk, stored: EntityModel | undefined, { unique }: Count): Promise<number> {
  const names = [...(unique?.fields ?? []), ...(unique?.within ?? [])];
  const known = names.filter((name) => stored?.fieldByPath.get(name)?.stored);
  // A new column has the same value in every record, so only the other fields can differ.
  const isNew = (unique?.fields ?? []).some((name) => !known.includes(name));
  const times = new Map<string, number>();
  await walk((record) => {
    const key = keyOf(record, known);
    if (key !== undefined || isNew) times.set(key ?? '', (times.get(key ?? '') ?? 0) + 1);
  });
  return [...times.values()].reduce((sum, time) => (time > 1 ? sum + time : sum), 0);
}

/** Unique fields ignore case. */
function keyOf(record: DataRecord, names: readonly string[]): string | undefined {
  const values = names.map((name) => record[name]);
  if (values.some((value) => value === undefined || value === null)) return undefined;
  return JSON.stringify(values.map((value) => (typeof value === 'string' ? textKey(value) : value)));
}

/** One effect in the shape of the API. */
export function sayEffect(saying: Saying, { verdict, count, isPartial, change, code, params }: Effect) {
  return {
    Verdict: verdict,
    Count: count,
    ...(isPartial && { IsPartial: true }),
    Change: change ? { Kind: change.kind, Name: change.name } : null,
    Message: findingText(saying, code, { ...params, count }),
  };
}
