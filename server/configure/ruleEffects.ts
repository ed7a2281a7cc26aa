/** What new rules and conditions do to the records that are stored, tried on them before they are published. */
import {
  type DataRecord,
  type Effect,
  type EntityModel,
  judgeStored,
  judgingContext,
  type Locale,
  type Model,
  type RuleCount,
  readsOwner,
  ruleCounts,
  withDefaults,
} from '#engine';
import type { Store } from '../store/types.ts';
import { nextTurn } from '../work/turns.ts';

type Step = { readonly live: Model; readonly next: Model };
type Reading = Pick<Store, 'find' | 'get'>;

/** How many records of an entity are tried: enough to know, and few enough for a draft that is saved often. */
const most = 5000;
const atOnce = 100;

/** The questions that the rules of one model following another ask. */
export function ruleQuestions({ live, next }: Step): readonly RuleCount[] {
  return [...next.entities.values()].flatMap((is) => {
    const was = live.entities.get(is.id);
    return was ? ruleCounts(was, is) : [];
  });
}

/** The answers to the questions, of records as they will stand. */
export async function ruleEffects(
  store: Reading,
  step: Step,
  questions: readonly RuleCount[],
  now: Date,
): Promise<readonly Effect[]> {
  const found: Effect[] = [];
  for (const id of new Set(questions.map(({ entity }) => entity))) {
    const own = questions.filter(({ entity }) => entity === id);
    const [was, is] = [step.live.entities.get(id), step.next.entities.get(id)];
    if (was && is) found.push(...(await askAll(store, { ...step, was, is, now }, own)));
  }
  return found;
}

type Asked = Step & { readonly was: EntityModel; readonly is: EntityModel; readonly now: Date };

async function askAll(
  store: Reading,
  asked: Asked,
  questions: readonly RuleCount[],
): Promise<readonly Effect[]> {
  const { was, is, next, now } = asked;
  const counted = new Map<RuleCount, number>();
  const moment = now.toISOString();
  let tried = 0;
  let total = 0;
  for (let number = 1; tried < most; number++) {
    const query = { entity: is.id, page: { number, size: atOnce }, total: number === 1 };
    const page = await store.find(query);
    if (number === 1) total = page.total;
    for (const stored of page.items) {
      const owner = readsOwner(is) ? await ownerOf(store, is, stored) : undefined;
      const record = withDefaults(was, is, stored);
      const context = judgingContext(next, stored, { today: moment.slice(0, 10), now: moment, owner });
      const judged = judgeStored(is, record, context);
      for (const one of questions) if (one.counts(judged)) counted.set(one, (counted.get(one) ?? 0) + 1);
    }
    tried += page.items.length;
    if (page.items.length < atOnce) break;
    await nextTurn();
  }
  const effects = questions.flatMap((one) => effectOf(one, counted.get(one) ?? 0, next));
  if (effects.length === 0 || total <= tried) return effects;
  const params = { entity: textsOf(next, `entity.${is.id}.plural`), total };
  return [...effects, { verdict: 'Safe', code: 'effect.rule-tried', count: tried, params }];
}

async function ownerOf(
  store: Reading,
  { owner }: EntityModel,
  record: DataRecord,
): Promise<DataRecord | undefined> {
  const id = owner && record[owner.name];
  return owner?.ref && typeof id === 'string' ? store.get(owner.ref.entity, id) : undefined;
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

/** A text in every language; its name where it has none. */
function textsOf({ messages }: Pick<Model, 'messages'>, key: string): Readonly<Record<Locale, string>> {
  const of = (locale: Locale) =>
    String(messages[locale].get(key) ?? messages['en-CA'].get(key) ?? key.split('.').at(-1));
  return { 'en-CA': of('en-CA'), 'fr-CA': of('fr-CA') };
}
