/**
 * Every limit of every writable field: a value just within it is accepted, a value just beyond it is refused
 * at the field. All limits of one kind are tried in one call for each entity.
 * `tests/declarations/tables.test.ts` checks that the limits are those of the specifications.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Access, DataRecord, EntityModel, FieldModel } from '#engine';
import { type Ask, model, type Running, startApp } from './support/startApp.ts';

let app: Running;
let ask: Ask;
beforeAll(async () => {
  app = await startApp({ store: 'memory' });
  ask = await app.as('admin');
});
afterAll(() => app.store.close());

/** Values at the limit and one step within, and one step beyond. */
type Trial = {
  readonly field: FieldModel;
  readonly rule: string;
  readonly good: readonly unknown[];
  readonly bad: unknown;
};

/** Preconditions of some fields. */
const given: Readonly<Record<string, DataRecord>> = {
  product: { IsDapEligible: true },
  parameter: { ParameterTypeId: 2 },
  'report-subscription': { FigureTotal: 'sum' },
  dealer: { OffersTireStorage: true },
  lienholder: { LienholderTypeId: lienholderOfFinance() },
};

/** The server writes these itself, or drops their row where it does not belong to the record. */
const byServer = new Set([
  // Of a dashboard alone.
  'report-subscription.FigurePanel',
  'product.PpmIntervals.Interval',
  'product.PpmIntervals.ExpiryMonths',
  'pricing-adjustment.AdjustmentProducts.NewVersion',
  'report.ReportColumns.OrdinalPosition',
  'dealer.DealerExtensionAgreements.OffBoardingMethodOtherReason',
  // Only one of them applies, by the type of the values: `parameterValues.test.ts`.
  'parameter.ParameterValues.StringValue',
  'parameter.ParameterValues.IntValue',
]);

/** Cleared while the field they depend on is empty, as in every record here. */
const inNone = new Set([
  'coverage-item.LabourRateTypeSubclassId',
  'contract-start-rule.CPOCertificationType',
]);

function lienholderOfFinance(): unknown {
  return model.lookups.get('lienholder-type')?.items.find(({ Name }) => Name === 'LGM Financing')?.Id;
}

const isWritten = ({ stored, readOnly, lookup, ref, kind, entity, path }: FieldModel) =>
  stored && !readOnly && !lookup && !ref && kind !== 'file' && !byServer.has(`${entity}.${path}`);
const numbers = new Set(['integer', 'decimal', 'money', 'percent']);

function trialsOf(field: FieldModel): readonly Trial[] {
  if (!isWritten(field)) return [];
  const isText = field.storage === 'text' && !numbers.has(field.kind) && !field.limits.pattern;
  return [...(isText ? ofText(field) : []), ...ofNumber(field), ...ofShape(field), ...ofFormat(field)];
}

function ofText(field: FieldModel): readonly Trial[] {
  const { maxLength } = field.limits;
  const text = (length: number) => 'x'.repeat(Math.max(length, 1));
  if (maxLength === undefined) return [];
  const most = [text(maxLength), text(maxLength - 1)];
  return [{ field, rule: 'validation.maxLength', good: most, bad: text(maxLength + 1) }];
}

function ofNumber(field: FieldModel): readonly Trial[] {
  const { minimum, maximum } = field.limits;
  const scale = field.scale ?? 0;
  // Beyond the precision of a double, the next number is twice as far.
  const step = Math.abs(minimum ?? maximum ?? 0) >= Number.MAX_SAFE_INTEGER ? 2 : 10 ** -scale;
  const near = (value: number, digits = scale) => Number(value.toFixed(digits));
  const least = Math.max(minimum ?? 0, 0);
  const trial = (rule: string, limit: number, inwards: number): Trial => ({
    ...{ field, rule: `validation.${rule}` },
    good: [limit, near(limit + inwards)],
    bad: near(limit - inwards),
  });
  return [
    ...(minimum === undefined ? [] : [trial('minimum', minimum, step)]),
    ...(maximum === undefined ? [] : [trial('maximum', maximum, -step)]),
    ...(field.scale === undefined
      ? []
      : [
          {
            ...{ field, rule: 'validation.scale' },
            good: [near(least + step), near(least + 9 * step)],
            bad: near(least + step / 10, scale + 1),
          },
        ]),
  ];
}

/** Texts that are not a valid code, number or name of any kind. */
const shapeless = ['\u00a7 \u00a7 \u00a7', '\u00a7 4111111111111111 \u00a7'];

function ofShape(field: FieldModel): readonly Trial[] {
  const { pattern } = field.limits;
  if (pattern === undefined) return [];
  const bad = shapeless.find((text) => !new RegExp(pattern, 'u').test(text));
  return [{ field, rule: 'validation.pattern', good: [], bad }];
}

const wellFormed = {
  email: ['a.person@example.ca', 'b@example.com'],
  uri: ['https://example.ca/a?b=c', 'tel:+15145550134'],
  phone: ['514 555-0134', '+44 20 7946 0958'],
  'postal-code': ['H2X 1Y4', '12345-6789'],
} as const;

function ofFormat(field: FieldModel): readonly Trial[] {
  if (field.format === undefined) return [];
  return [{ field, rule: 'validation.format', good: wellFormed[field.format], bad: shapeless[0] }];
}

const isOpen = (access: Access) => access.kind !== 'feature' || access.anyOf.length > 0;
const entities = [...model.entities.values()].filter(
  ({ policy }) => isOpen(policy.create) || isOpen(policy.update),
);

/** Puts the value at the field, inside its rows or objects. */
function put(body: Record<string, unknown>, entity: EntityModel, field: FieldModel, value: unknown): void {
  const names = field.path.split('.');
  let at = body;
  for (const [depth, name] of names.slice(0, -1).entries()) {
    const holder = entity.fieldByPath.get(names.slice(0, depth + 1).join('.'));
    at[name] ??= holder?.kind === 'rows' ? [{}] : {};
    at = (Array.isArray(at[name]) ? at[name][0] : at[name]) as Record<string, unknown>;
  }
  at[names.at(-1) ?? ''] = value;
}

function pointerOf(entity: EntityModel, { path }: FieldModel): string {
  const names = path.split('.');
  const steps = names.map((name, depth) => {
    const holder = entity.fieldByPath.get(names.slice(0, depth + 1).join('.'));
    return `/${name}${holder?.kind === 'rows' && depth < names.length - 1 ? '/0' : ''}`;
  });
  return steps.join('');
}

/** What a save of these values would report, as `<rule> <place>`. */
async function errorsOf(entity: EntityModel, values: readonly (readonly [FieldModel, unknown])[]) {
  const body: Record<string, unknown> = structuredClone({ ...given[entity.id] });
  if (!isOpen(entity.policy.create)) {
    const { items } = await app.store.find({ entity: entity.id, page: { number: 1, size: 1 } });
    body.Id = items[0]?.Id;
  }
  for (const [field, value] of values) if (value !== undefined) put(body, entity, field, value);
  const { status, body: said } = await ask('POST', `/validate/${entity.id}`, body);
  expect(status, `${entity.id} ${JSON.stringify(said)}`).toBe(200);
  return new Set<string>(said.Errors.map(({ Rule, Path }: DataRecord) => `${Rule} ${Path}`));
}

/** Violations of one kind of limit of an entity. */
async function tryLimits(entity: EntityModel, trials: readonly Trial[]): Promise<readonly string[]> {
  const named = ({ field, rule }: Trial) => `${rule} ${pointerOf(entity, field)}`;
  const beyond = await errorsOf(
    entity,
    trials.map(({ field, bad }) => [field, bad]),
  );
  const taken = trials.filter((trial) => !beyond.has(named(trial)));
  const wrong = taken.map((trial) => `${named(trial)} of ${entity.id} takes ${trial.bad}`);
  for (const turn of [0, 1]) {
    const within = await errorsOf(
      entity,
      trials.map(({ field, good }) => [field, good[turn]]),
    );
    const refused = trials.filter((trial) => within.has(named(trial)));
    wrong.push(...refused.map((trial) => `${named(trial)} of ${entity.id} refuses ${trial.good[turn]}`));
  }
  return wrong;
}

const isBoundedList = ({ limits, stored, readOnly, kind, ref }: FieldModel) =>
  stored && !readOnly && (kind === 'rows' || ref !== undefined) && (limits.maxItems ?? 9999) <= 2000;

const kinds = ['maxLength', 'minimum', 'maximum', 'scale', 'pattern', 'format'];

describe('limits of fields', () => {
  it.each(kinds)('%s: below, at and beyond', async (kind) => {
    const rule = `validation.${kind}`;
    const wrong: string[] = [];
    let count = 0;
    for (const entity of entities) {
      const all = [...entity.fieldByPath.values()].flatMap(trialsOf);
      const trials = all.filter((trial) => trial.rule === rule);
      count += trials.length;
      if (trials.length > 0) wrong.push(...(await tryLimits(entity, trials)));
    }
    expect(count).toBeGreaterThanOrEqual(10);
    expect(wrong).toEqual([]);
  });

  it('lists: the maximum number of rows, and one more', async () => {
    const lists = entities.flatMap((entity) =>
      entity.fields
        .filter(isBoundedList)
        .map((field) => ({ entity, field, most: field.limits.maxItems ?? 0 })),
    );
    expect(lists.length).toBeGreaterThan(10);
    const wrong: string[] = [];
    for (const { entity, field, most } of lists) {
      const rows = (length: number) =>
        Array.from({ length }, (_, at) => (field.kind === 'rows' ? {} : idOf(at)));
      const named = `validation.maxItems /${field.name}`;
      if ((await errorsOf(entity, [[field, rows(most)]])).has(named))
        wrong.push(`${entity.id}.${field.name} refuses ${most}`);
      if (!(await errorsOf(entity, [[field, rows(most + 1)]])).has(named))
        wrong.push(`${entity.id}.${field.name} takes ${most + 1}`);
    }
    expect(wrong).toEqual([]);
  });

  it('files: of the maximum size, and a byte more; of an allowed type, and of another', async () => {
    const fields = entities.flatMap((entity) =>
      [...entity.fieldByPath.values()]
        .filter((field) => field.kind === 'file' && field.stored && !field.readOnly)
        // Set by an upload, which reads the file.
        .filter(({ entity }) => entity !== 'component-part')
        .map((field) => ({ entity, field })),
    );
    expect(fields.length).toBeGreaterThan(2);
    const wrong: string[] = [];
    for (const [at, { entity, field }] of fields.entries()) {
      const { maxBytes = 0, accept: [type] = [] } = field.file ?? {};
      const said = async (n: number, Size: number, ContentType: unknown) => {
        const Id = idOf(at * 10 + n);
        const own = { Name: 'a', Sha256: 'a'.repeat(64), CreatedBy: 'admin', Revision: 1 };
        await app.store.insert('file', { ...own, Id, Size, ContentType });
        const errors = [...(await errorsOf(entity, [[field, Id]]))];
        return errors.filter((one) => one.startsWith('file.')).map((one) => one.split(' ')[0]);
      };
      const found = [
        await said(1, maxBytes, type),
        await said(2, maxBytes + 1, type),
        await said(3, maxBytes - 1, 'application/x-none'),
      ];
      if (found.join('|') !== '|file.too-large|file.wrong-type')
        wrong.push(`${entity.id}.${field.path}: ${found.join('|')}`);
    }
    expect(wrong).toEqual([]);
  });

  it('choices: no value outside the list', async () => {
    const wrong: string[] = [];
    for (const entity of entities) {
      const choices = entity.fields.filter(
        ({ lookup, stored, readOnly, kind, keepUnknown, name }) =>
          lookup &&
          stored &&
          !readOnly &&
          kind === 'choice' &&
          !keepUnknown &&
          !inNone.has(`${entity.id}.${name}`),
      );
      const bad = ({ storage }: FieldModel) => (storage === 'text' ? 'none such' : 987_654);
      const said = [
        ...(await errorsOf(
          entity,
          choices.map((field) => [field, bad(field)]),
        )),
      ];
      for (const { name } of choices)
        if (!said.some((one) => one.endsWith(` /${name}`)))
          wrong.push(`${entity.id}.${name} takes what is no choice`);
    }
    expect(wrong).toEqual([]);
  });
});

const idOf = (at: number) => `0f000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
