// Custom code: computes a price step by step with the look-ups of a whole product, in exact decimals.
import { type DataRecord, parseRule, writeDecimal } from '#engine';
import type { StepResult } from '#extensions/pricing/engine';
import {
  anObject,
  answers,
  defineAction,
  judgeRule,
  may,
  type OperationCall,
  Refusal,
  refusals,
  refuseWrongTypes,
  type Static,
  sent,
  text,
} from '#server/extension';
import { type Book, type PricingPlan, rows } from './book.ts';
import type { Values } from './derivedValues.ts';
import { keptBook } from './keptBooks.ts';
import { numberOf } from './money.ts';
import { type Priced, priceOf } from './priceOf.ts';
import { stepRefusal } from './stepRefusal.ts';

const calculateBody = sent({
  PlanId: may(text),
  Plan: may(text),
  Values: may(anObject),
  Formula: may(anObject),
});
const price = answers.all({
  ProductId: answers.id,
  PlanId: answers.maybeText,
  Price: answers.number,
  IsEligible: { type: ['boolean', 'null'] },
  Buckets: answers.list(
    answers.all({
      Id: answers.id,
      Name: answers.text,
      Code: answers.text,
      IsInPrice: answers.flag,
      Amount: answers.number,
    }),
  ),
  Steps: answers.list({}),
  Adjustments: answers.list({}),
});

/** `POST …/calculateprice`: PlanId and Values by source name; `Formula` replaces the stored one. */
export const calculatePrice = defineAction({
  body: calculateBody,
  answer: price,
  run: async (call, { params, input }) => {
    const draft = draftIn(call, input.Formula);
    const { book, checked } = await keptBook(call, params.productId, draft);
    const { check, isValid, problems } = checked;
    const isUsable = isValid || (draft !== undefined && problems.every(({ Code }) => Code === 'example'));
    if (!isUsable) throw new Refusal('validation', 'pricing-formula.invalid', {});
    const plan = planIn(book, input);
    const priced = priceOf(book, check, { plan, values: input.Values ?? {} });
    if ('error' in priced) throw stepRefusal(priced.error);
    return answerOf(book, plan, priced, await eligibility(call, book, { plan, values: priced.values }));
  },
});

/** A formula to try without storing it, with values of its fields' types. */
export function draftIn(call: OperationCall, given: DataRecord | null | undefined): DataRecord | undefined {
  if (!given) return undefined;
  refuseWrongTypes(call, call.runtime.planOf('pricing-formula').entity, given, '/Formula');
  return given;
}

export const objectIn = (value: unknown): DataRecord | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DataRecord) : undefined;

/** By id or name; when none is named, the only plan there is. */
function planIn({ plans }: Book, { PlanId, Plan }: Static<typeof calculateBody>): PricingPlan | undefined {
  const named = PlanId ?? Plan;
  if (named === undefined || named === null || named === '') return plans.length === 1 ? plans[0] : undefined;
  const asked = named.toLowerCase();
  const found = plans.find(({ id, choice, name }) =>
    [id, choice, name].some((one) => one.toLowerCase() === asked),
  );
  if (!found) throw refusals.noSuchRecord({ params: { entity: 'entity.plan', id: named } });
  return found;
}

type Asked = { readonly plan?: PricingPlan; readonly values: Values };

/** The verdict of the product's and plan's rules; null while a needed value is missing. */
async function eligibility(
  call: OperationCall,
  book: Book,
  { plan, values }: Asked,
): Promise<boolean | null> {
  const field = call.runtime.planOf('product').entity.fieldByPath.get('EligibilityRuleText');
  const texts = [book.product.EligibilityRuleText, plan?.rule].filter(
    (text) => typeof text === 'string' && text,
  );
  let verdict: boolean | null = true;
  for (const text of texts as string[]) {
    const { tree } = parseRule(text);
    if (!tree || !field) continue;
    const from = { call, session: call.runtime.store };
    const { IsEligible } = await judgeRule(from, { field, record: book.product, text, tree, values });
    if (IsEligible === false) return false;
    if (IsEligible === null) verdict = null;
  }
  return verdict;
}

function answerOf(
  book: Book,
  plan: PricingPlan | undefined,
  priced: Priced,
  IsEligible: boolean | null,
): DataRecord {
  const { sum } = priced;
  const texts = textsOf(book);
  const Buckets: DataRecord[] = [];
  for (const { id, name, code, isInPrice } of book.buckets) {
    const amount = sum.parts.get(id);
    if (amount)
      Buckets.push({ Id: id, Name: name, Code: code, IsInPrice: isInPrice, Amount: numberOf(amount) });
  }
  return {
    ProductId: book.product.Id,
    PlanId: plan?.id ?? null,
    Price: numberOf(sum.total),
    IsEligible,
    Values: priced.values,
    Buckets,
    Steps: priced.steps.map((step) => stepAnswer(texts, step)),
    Adjustments: sum.applied.map(({ title, part, by }) => ({
      ...{ Title: title, BucketId: part, Change: writeDecimal(by) },
    })),
  };
}

/** The parts of a step's answer that do not depend on its value. */
type StepTexts = { readonly Title: unknown; readonly Text: string; readonly Bucket: string | null };

/** Cached per book, since every price uses the same texts. */
const textsByBook = new WeakMap<Book, ReadonlyMap<string, StepTexts>>();

function textsOf(book: Book): ReadonlyMap<string, StepTexts> {
  const known = textsByBook.get(book);
  if (known) return known;
  const stored = rows(book.formula?.Steps);
  const texts = new Map(
    book.steps.map(({ name, text, part }) => {
      const Title = stored.find(({ Name }) => Name === name)?.Title ?? null;
      const Bucket = book.buckets.find(({ id }) => id === part)?.name ?? null;
      return [name, { Title, Text: text, Bucket }] as const;
    }),
  );
  textsByBook.set(book, texts);
  return texts;
}

function stepAnswer(
  texts: ReadonlyMap<string, StepTexts>,
  { name, value, exact, lookUps }: StepResult,
): DataRecord {
  const said = texts.get(name);
  return {
    Name: name,
    Title: said?.Title ?? null,
    Value: value,
    Exact: exact ?? null,
    Text: said?.Text ?? '',
    Bucket: said?.Bucket ?? null,
    LookUps: lookUps.map((one) => ({ Kind: one.kind, Name: one.name, Keys: one.keys, Value: one.value })),
  };
}
