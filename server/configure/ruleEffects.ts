/** Tries new rules and conditions on stored records before they are published. */
import {
  type DataRecord,
  type Effect,
  type EntityModel,
  type Judged,
  judgeStored,
  judgingContext,
  type Locale,
  type Model,
  type RuleCount,
  readsOwner,
  ruleCounts,
  withDefaults,
} from '#engine';
import { kinOf } from '../operations/ownerOf.ts';
import type { Store } from '../store/types.ts';
import { WorkBudget, WorkSpent } from '../work/WorkBudget.ts';

/** Of whoever asks: rules judge by their day. */
export type Moment = { readonly now: string; readonly today: string };

type Step = { readonly live: Model; readonly next: Model };
type Reading = Pick<Store, 'find' | 'get' | 'count'>;

/** Records tried per entity: a representative number that is quick enough for frequent saves. */
const most = 5000;
const atOnce = 100;

/** What to count because of new or changed rules. */
export function ruleQuestions({ live, next }: Step): readonly RuleCount[] {
  return [...next.entities.values()].flatMap((is) => {
    const was = live.entities.get(is.id);
    return was ? ruleCounts(was, is) : [];
  });
}

/** The counts, over the records as they will be. */
export async function ruleEffects(
  store: Reading,
  step: Step,
  questions: readonly RuleCount[],
  { moment, budget }: { readonly moment: Moment; readonly budget: WorkBudget },
): Promise<readonly Effect[]> {
  const found: Effect[] = [];
  for (const id of new Set(questions.map(({ entity }) => entity))) {
    const own = questions.filter(({ entity }) => entity === id);
    const [was, is] = [step.live.entities.get(id), step.next.entities.get(id)];
    if (was && is) found.push(...(await askAll(store, { ...step, was, is, moment, budget }, own)));
  }
  return found;
}

type Asked = Step & {
  readonly was: EntityModel;
  readonly is: EntityModel;
  readonly moment: Moment;
  readonly budget: WorkBudget;
};

async function askAll(
  store: Reading,
  asked: Asked,
  questions: readonly RuleCount[],
): Promise<readonly Effect[]> {
  const { is, next } = asked;
  const counted = new Map<RuleCount, number>();
  let tried = 0;
  try {
    for await (const judged of judgedRecords(store, asked)) {
      for (const one of questions) if (one.counts(judged)) counted.set(one, (counted.get(one) ?? 0) + 1);
      tried += 1;
    }
  } catch (error) {
    // Reports the counts reached within the time, and over how many records.
    if (!(error instanceof WorkSpent)) throw error;
  }
  const total = await store.count(is.id);
  const effects: Effect[] = [];
  const saying = new WorkBudget();
  for (const one of questions) {
    effects.push(...effectOf(one, counted.get(one) ?? 0, next));
    await saying.yieldTurn();
  }
  if (total <= tried || (effects.length === 0 && tried >= most)) return effects;
  const params = { entity: textsOf(next, `entity.${is.id}.plural`), total };
  return [...effects, { verdict: 'Safe', code: 'effect.rule-tried', count: tried, params }];
}

/** The first records of an entity as the new rules see them. */
async function* judgedRecords(
  store: Reading,
  { was, is, next, moment, budget }: Asked,
): AsyncGenerator<Judged> {
  for (let number = 1; number <= most / atOnce; number++) {
    const { items } = await store.find({ entity: is.id, page: { number, size: atOnce } });
    for (const stored of items) {
      const owner = readsOwner(is) ? await ownerOf(store, next, is, stored) : undefined;
      const record = withDefaults(was, is, stored);
      const context = judgingContext(next, stored, { ...moment, owner });
      yield await budget.run(judgeStored(is, record, context));
      await budget.yieldTurn();
    }
    if (items.length < atOnce) return;
  }
}

async function ownerOf(
  store: Reading,
  model: Model,
  { owner }: EntityModel,
  record: DataRecord,
): Promise<DataRecord | undefined> {
  const id = owner && record[owner.name];
  if (!owner?.ref || typeof id !== 'string') return undefined;
  const found = await store.get(owner.ref.entity, id);
  return found && { ...found, ...(await kinOf(store, model, { owner, id })) };
}

function effectOf(
  { when, change, entity, fields, rule, message }: RuleCount,
  count: number,
  next: Model,
): readonly Effect[] {
  if (count === 0) return [];
  const params = {
    entity: textsOf(next, `entity.${entity}.plural`),
    field: textsOf(next, `field.${entity}.${fields[0] ?? ''}`),
    rule: message ? textsOf(next, message) : rule,
  };
  return [{ ...when, count, ...(change && { change }), params }];
}

/** A text in every language; the last part of its key when there is none. */
/** A text in every language, as the params of an effect have it. */
export function textsOf(
  { messages }: Pick<Model, 'messages'>,
  key: string,
): Readonly<Record<Locale, string>> {
  const of = (locale: Locale) =>
    String(messages[locale].get(key) ?? messages['en-CA'].get(key) ?? key.split('.').at(-1));
  return { 'en-CA': of('en-CA'), 'fr-CA': of('fr-CA') };
}
