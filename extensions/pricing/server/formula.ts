// Custom code: a formula is checked as a whole, and the product stores whether it is valid.
import type { DataRecord } from '#engine';
import {
  answered,
  answers,
  createWithin,
  defineAction,
  equals,
  flag,
  inTransaction,
  loadAnswer,
  may,
  Refusal,
  record,
  removeRecord,
  storeUpdate,
  updateWithin,
  type WriteScope,
} from '#server/extension';
import { type Book, rows } from './book.ts';
import { type BookCheck, checkBook } from './checkBook.ts';
import { examplesOf } from './examples.ts';
import { gapsAnswer } from './gaps.ts';
import { loadBook } from './loadBook.ts';
import { loadProduct } from './loadProduct.ts';

/** Members besides the fields of a formula. */
const ofFormula = {
  IsDraft: may(flag),
  ...answered('IsPricingFormulaValid', 'Problems', 'Warnings', 'Book'),
};
const formula = answers.all({
  ProductId: answers.id,
  Steps: answers.list({}),
  LookUpTables: answers.list({}),
  Examples: answers.list({}),
  IsPricingFormulaValid: answers.flag,
  Problems: answers.list(
    answers.all({
      Step: answers.text,
      At: answers.count,
      Code: answers.text,
      Message: answers.text,
      Fix: answers.maybeText,
    }),
  ),
  Warnings: answers.list(
    answers.all({
      ...{ Code: answers.text, Name: answers.text, Count: answers.count, Gaps: gapsAnswer },
      Id: answers.maybeText,
      Plan: { anyOf: [answers.all({ Id: answers.id, Name: answers.text }), { type: 'null' }] },
    }),
  ),
  Book: answers.all({
    Operands: answers.list({}),
    Plans: answers.list({}),
    LookUps: answers.list({}),
    Buckets: answers.list({}),
  }),
});

type From = Pick<WriteScope, 'call' | 'session'>;

/** `GET …/formula`: the formula, what it may refer to, and its problems; no steps if there is none. */
export const readFormula = defineAction({
  body: 'none',
  answer: formula,
  run: async (call, { params }) => {
    const from = { call, session: call.runtime.store };
    const product = await loadProduct(from, params.productId);
    return answerOf(from, await loadBook(from, product));
  },
});

/** `POST` and `PUT …/formula`: stores invalid formulas too, marked on the product. `IsDraft` only checks. */
export const saveFormula = defineAction({
  body: record('update', ofFormula),
  answer: formula,
  run: async (call, { plan, params, input, revision }) => {
    const { IsDraft, ...sent } = input;
    const written = Object.fromEntries(Object.entries(sent).filter(([name]) => fields.includes(name)));
    const before = { call, session: call.runtime.store };
    const product = await loadProduct(before, params.productId);
    if (IsDraft === true) return answerOf(before, await loadBook(before, product, written));
    await inTransaction(call, async (scope) => {
      const stored = await storedFormula(scope, product.Id);
      const book = await loadBook(scope, product, { ...stored, ...written });
      const body = { ...written, ...stepsOf(book, written), UsedParameters: usedIn(book) };
      if (stored) await updateWithin(scope, plan, { id: String(stored.Id), input: body, revision });
      else await createWithin(scope, plan, { ...body, ProductId: product.Id });
      await sayOnProduct(scope, product, await loadBook(scope, product));
    });
    return answerOf(before, await loadBook(before, product));
  },
});

/** `DELETE …/formula`. */
export const removeFormula = defineAction({
  body: 'none',
  answer: answers.all({ Id: answers.id, ProductId: answers.id }),
  run: async (call, { plan, params }) => {
    const from = { call, session: call.runtime.store };
    const product = await loadProduct(from, params.productId);
    const stored = await storedFormula(from, product.Id);
    if (!stored) throw new Refusal('not-found', 'pricing-formula.none', {});
    await removeRecord(call, plan, { id: String(stored.Id) });
    await inTransaction(call, async (scope) => sayOnProduct(scope, product, await loadBook(scope, product)));
    return { Id: stored.Id, ProductId: product.Id };
  },
});

const fields = ['Id', 'Steps', 'LookUpTables', 'Examples', 'Adjustments'];

export async function storedFormula(
  { session }: Pick<From, 'session'>,
  product: unknown,
): Promise<DataRecord | undefined> {
  const { items } = await session.find({ entity: 'pricing-formula', filter: equals('ProductId', product) });
  return items[0];
}

/** Texts, cells and examples with current names. */
function stepsOf(book: Book, { Steps, ...sent }: DataRecord): DataRecord {
  const steps = Steps ?? book.formula?.Steps;
  if (!Array.isArray(steps)) return { Steps };
  const examples = examplesOf(book);
  const Examples = rows(sent.Examples ?? book.formula?.Examples);
  return {
    Steps: steps.map((row: DataRecord, index) => ({
      ...row,
      Expression: book.steps[index]?.text ?? row.Expression,
    })),
    Examples: Examples.map((row, index) => ({ ...row, Values: examples[index]?.values ?? row.Values })),
    LookUpTables: rows(sent.LookUpTables ?? book.formula?.LookUpTables).map((row) => ({
      ...row,
      Cells: withNames(String(row.Cells ?? ''), book.renamed),
    })),
  };
}

function withNames(cells: string, renamed: Book['renamed']): string {
  const [head = '', ...body] = cells.split('\n');
  const names = head.split('\t').map((name) => renamed.get(name.trim()) ?? name);
  return [names.join('\t'), ...body].join('\n');
}

/** Every parameter that a step or table uses, under its current name. */
function usedIn(book: Book): readonly DataRecord[] {
  const { check } = checkBook(book);
  const tables = book.lookUps.filter(({ kind }) => kind === 'table').flatMap(({ keys }) => keys);
  const named = new Set([...check.ready.flatMap(({ operands }) => operands), ...tables]);
  return [...named].flatMap((SourceName) => {
    const ParameterId = book.operandIds.get(SourceName);
    return ParameterId ? [{ ParameterId, SourceName }] : [];
  });
}

/** Stores on the product the formula as text and whether it is valid, for its workflow. */
export async function sayOnProduct(scope: WriteScope, product: DataRecord, book: Book): Promise<void> {
  const plan = scope.call.runtime.planOf('product');
  const names = new Map(book.buckets.map(({ id, name }) => [id, name]));
  const lines = book.steps.map(
    ({ name, text, part }) => `${name} = ${text}${part ? ` → ${names.get(part) ?? ''}` : ''}`,
  );
  const previous = await scope.session.get('product', String(product.Id));
  if (!previous) return;
  const next = {
    ...previous,
    PricingFormula: lines.length === 0 ? null : lines.join('\n').slice(0, 20_000),
    IsPricingFormulaValid: checkBook(book).isValid,
  };
  await storeUpdate(scope, plan, { previous, next, operation: 'pricing-formula' });
}

async function answerOf(from: From, book: Book): Promise<DataRecord> {
  const judged = checkBook(book);
  const stored = await storedFormula(from, book.product.Id);
  const record =
    stored && (await loadAnswer(from, from.call.runtime.planOf('pricing-formula'), String(stored.Id)));
  return {
    ...(record ?? {
      Id: null,
      ProductId: book.product.Id,
      Steps: [],
      LookUpTables: [],
      Examples: [],
      Adjustments: [],
    }),
    Steps: rows(record?.Steps).map((row, index) => ({
      ...row,
      Expression: currentText(record, book, index) ?? row.Expression,
    })),
    ...judgement(judged),
    Book: bookAnswer(book),
  };
}

const currentText = (record: DataRecord | undefined, { formula, steps }: Book, index: number) =>
  record && formula?.Id === record.Id ? steps[index]?.text : undefined;

export function judgement({ isValid, problems, warnings }: BookCheck): DataRecord {
  return { IsPricingFormulaValid: isValid, Problems: problems, Warnings: warnings };
}

/** What an editor offers. */
function bookAnswer(book: Book): DataRecord {
  return {
    Operands: book.operands.map(({ name, label, type, values = [], follows }) => ({
      ...{ Name: name, Label: label, Type: type, Follows: follows ?? null },
      Values: values.map(({ value, label }) => ({ Value: value, Label: label })),
    })),
    Plans: book.plans.map(({ id, choice, name }) => ({ Id: id, Choice: choice, Name: name })),
    LookUps: book.lookUps.map(({ kind, name, keys, cells, under }) => ({
      ...{ Kind: kind, Name: name, Keys: keys, Count: cells.size, Under: under ?? null },
    })),
    Buckets: book.buckets.map(({ id, name, code }) => ({ Id: id, Name: name, Code: code })),
  };
}
