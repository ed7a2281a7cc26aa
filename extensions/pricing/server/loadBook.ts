/** Loads what a product's formula may refer to, from everything the product owns. */

import { type DataRecord, type FieldModel, type Operand, renameOperand } from '#engine';
import { cellKey, type LookUp, type Step } from '#extensions/pricing/engine';
import { among, equals, type From, loadVocabulary, ruleContext } from '#server/extension';
import { type Book, type Bucket, type OptionRule, type PricingPlan, rows } from './book.ts';
import { readTable } from './readTable.ts';

/** Functions that use a look-up. */
export const kinds = ['table', 'factor', 'option'] as const;

/** What any formula of the product may refer to. */
export type Facts = Pick<
  Book,
  'operands' | 'product' | 'plans' | 'options' | 'kinds' | 'choice' | 'choices' | 'buckets' | 'operandIds'
> & {
  /** The stored formula. */
  readonly stored?: DataRecord | undefined;
  readonly factors: readonly LookUp[];
  /** Parameter names by id. */
  readonly names: ReadonlyMap<string, string>;
};

/** Everything of one product; `draft` replaces the stored formula. */
export async function loadBook(from: From, product: DataRecord, draft?: DataRecord): Promise<Book> {
  return bookWith(await loadFacts(from, product), draft);
}

export async function loadFacts(from: From, product: DataRecord): Promise<Facts> {
  const find = async (entity: string, more: object = {}) =>
    (await from.session.find({ entity, filter: equals('ProductId', product.Id), ...more })).items;
  const field = ruleField(from);
  const { operands } = await loadVocabulary(from, { field, record: product, withValues: true });
  const [stored] = await find('pricing-formula');
  const plans = (await find('plan', { sort: [{ path: 'SortOrder', direction: 'asc' }] })).map(planOf);
  const values = await valuesById(from, operands);
  const names = new Map(operands.map(({ id, name }) => [id ?? '', name]));
  const shared = { values, names, plans };
  return {
    ...{ operands, product, plans, names, stored, kinds: [...kinds] },
    options: (await find('option')).flatMap((one) => optionOf(one, shared)),
    factors: (await find('product-factor')).flatMap((one) => factorOf(one, shared)),
    choice: 'plan',
    choices: plans.map(({ choice }) => choice),
    buckets: await loadBuckets(from),
    operandIds: new Map(operands.map(({ id, name }) => [name, id ?? ''])),
  };
}

/** The book of a draft formula, or of the stored one. */
export function bookWith({ stored, factors, names, ...facts }: Facts, draft?: DataRecord): Book {
  const formula = draft ?? stored;
  const renamed = renames(formula, names);
  const tables = rows(formula?.LookUpTables).map((row) =>
    readTable(row, { operands: facts.operands, renamed }),
  );
  return {
    ...facts,
    ...(formula ? { formula } : {}),
    lookUps: [...tables.flatMap(({ table }) => table ?? []), ...factors, ...facts.options],
    tableMistakes: tables.flatMap(({ mistakes }) => mistakes),
    steps: rows(formula?.Steps).map((row) => stepOf(row, renamed)),
    renamed,
  };
}

function ruleField({ call }: From): FieldModel {
  const field = call.runtime.planOf('product').entity.fieldByPath.get('EligibilityRuleText');
  if (!field) throw new Error('A product has no eligibility rule, so formulas have nothing to refer to.');
  return field;
}

async function loadBuckets({ session }: From): Promise<readonly Bucket[]> {
  const sort = [{ path: 'SortOrder', direction: 'asc' }] as const;
  const { items } = await session.find({ entity: 'price-bucket', sort });
  return items.map(({ Id, Name, Code, Scale, IsInPrice }) => ({
    ...{ id: String(Id), name: String(Name), code: String(Code) },
    ...{ scale: Number(Scale), isInPrice: IsInPrice === true },
  }));
}

function planOf({ Id, Name, SourceName, EligibilityRuleText }: DataRecord): PricingPlan {
  const rule = typeof EligibilityRuleText === 'string' ? EligibilityRuleText : undefined;
  return { id: String(Id), choice: String(SourceName || Name), name: String(Name), rule };
}

type Shared = {
  readonly values: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, string>;
  readonly plans: readonly PricingPlan[];
};

/** The value of each listed value formatted as a cell key, by record id. */
async function valuesById(from: From, operands: readonly Operand[]): Promise<ReadonlyMap<string, string>> {
  const { call, session } = from;
  const values = call.runtime.planOf('parameter').entity.operand?.values;
  if (!values || operands.length === 0) return new Map();
  const ids = operands.map(({ id }) => id);
  const { items } = await session.find({ entity: values.entity, filter: among(values.of, ids) });
  const vars = { ...ruleContext(call, { action: 'get' }) };
  return new Map(
    items.map((item) => [String(item.Id), String(values.value.evaluate({ root: item, vars }) ?? '')]),
  );
}

function factorOf(factor: DataRecord, { values, names }: Shared): readonly LookUp[] {
  const keys = [factor.LocalParameterXId, factor.LocalParameterYId].map((id) => names.get(String(id)));
  if (keys.includes(undefined)) return [];
  const cells = rows(factor.ProductFactorValues).map((cell) =>
    cellOf(factor, cell, [cell.ParameterValueXId, cell.ParameterValueYId], values),
  );
  return [
    {
      ...{ kind: 'factor', name: String(factor.SourceName), keys: keys as string[], cells: new Map(cells) },
      id: String(factor.Id),
    },
  ];
}

/** Options of single coverage items are chosen at the sale and are not part of any price. */
function optionOf(option: DataRecord, { values, names, plans }: Shared): readonly OptionRule[] {
  if (option.CoverageItemId) return [];
  const ids = [option.Parameter1Id, option.Parameter2Id].filter((id) => (id ?? null) !== null);
  const keys = ids.map((id) => names.get(String(id)));
  if (keys.includes(undefined)) return [];
  const cells = rows(option.OptionValues).map((cell) =>
    cellOf(option, cell, [cell.ParameterValue1Id, cell.ParameterValue2Id].slice(0, ids.length), values),
  );
  const under = option.PlanId ? plans.find(({ id }) => id === option.PlanId)?.choice : undefined;
  const rule = typeof option.OptionRuleText === 'string' ? option.OptionRuleText : undefined;
  return [
    {
      ...{
        kind: 'option',
        name: keys.join(', '),
        keys: keys as string[],
        cells: new Map(cells),
        under,
        rule,
      },
      id: String(option.Id),
    },
  ];
}

/** 5 shown as a percentage is 0.05 to a formula. */
function cellOf(
  { DisplayFormat }: DataRecord,
  { DecimalValue }: DataRecord,
  ids: readonly unknown[],
  values: Shared['values'],
): readonly [string, string] {
  const written = String(DecimalValue);
  const value = DisplayFormat === 'Percentage' ? `${written}e-2` : written;
  return [cellKey(ids.map((id) => values.get(String(id)) ?? '')), value];
}

/** Names used in the formula → current names. */
function renames(formula: DataRecord | undefined, names: Facts['names']): ReadonlyMap<string, string> {
  return new Map(
    rows(formula?.UsedParameters).flatMap(({ ParameterId, SourceName }) => {
      const now = names.get(String(ParameterId));
      return now && now !== SourceName ? [[String(SourceName), now] as const] : [];
    }),
  );
}

function stepOf(row: DataRecord, renamed: ReadonlyMap<string, string>): Step {
  const text = [...renamed].reduce(
    (text, [from, to]) => renameOperand(text, { from, to }) ?? text,
    String(row.Expression ?? ''),
  );
  const scale = typeof row.Scale === 'number' ? { scale: row.Scale } : {};
  const part = row.PriceBucketId ? { part: String(row.PriceBucketId) } : {};
  return { name: String(row.Name ?? ''), text, ...part, ...scale };
}
