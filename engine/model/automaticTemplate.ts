/** Generates a template from the declaration that shows a record with its own labels. */

import { kinds } from '../fields/registry.ts';
import { namesRecord } from '../query/refersToOne.ts';
import { escapeText } from '../template/writeValue.ts';
import type { EntityModel, FieldModel, Model } from '../types/modelTypes.ts';
import { collectionsOf } from './templateScope.ts';

type AutomaticOptions = {
  readonly model: Pick<Model, 'entities' | 'lookups'>;
  readonly entity: EntityModel;
  /** The text of a message key in the language of the template. */
  readonly say: (key: string) => string;
  /** `summary` shows the record and lists what it owns by name; `expanded` shows that in full. */
  readonly view: 'summary' | 'expanded';
};

const look = {
  page: 'font-family: Helvetica, Arial, sans-serif; color: #1f2933; max-width: 820px; margin: 0 auto',
  name: 'margin: 0 0 4px; font-size: 26px; color: #12355b',
  title: 'margin: 24px 0 8px; font-size: 18px; color: #12355b',
  item: 'margin: 16px 0 6px; font-size: 15px',
  table: 'border-collapse: collapse; width: 100%; font-size: 14px',
  head: 'text-align: left; padding: 6px 10px; border-bottom: 2px solid #12355b',
  label:
    'text-align: left; padding: 6px 10px; border-bottom: 1px solid #d5dde5; width: 40%; font-weight: normal; color: #52606d',
  cell: 'text-align: left; padding: 6px 10px; border-bottom: 1px solid #d5dde5',
} as const;

/** Header, key fields, then every list the record owns, as a person might write it. */
export function automaticTemplate(options: AutomaticOptions): string {
  const { model, entity, say, view } = options;
  // Lists with the most content come first: plans before the items they consist of.
  const lists = collectionsOf(model, entity).toSorted(
    (a, b) => rowsOf(b.entity).length - rowsOf(a.entity).length,
  );
  const sections = lists.map(({ name, entity: owned }) => {
    const title = `  <h2 style="${look.title}">${escapeText(say(owned.plural))}</h2>`;
    const body = view === 'summary' ? namesOf(owned) : tellOwned(owned, options);
    return `{{#if ${name}}}\n${title}\n${view === 'summary' ? `  <ul>\n  {{#each ${name}}}${body}{{/each}}\n  </ul>` : wrapOwned(name, owned, body, options)}\n{{/if}}`;
  });
  const facts = keyFields(entity, view === 'summary' ? 6 : 14);
  return [
    `<div style="${look.page}">`,
    `  <h1 style="${look.name}">{{ ${entity.labelField} }}</h1>`,
    `  <table style="${look.table}">`,
    ...facts.map((field) => `    ${factRow(field, say)}`),
    '  </table>',
    ...sections,
    '</div>',
  ].join('\n');
}

function namesOf(owned: EntityModel): string {
  return `<li>{{ ${owned.labelField} }}</li>`;
}

/** Records that own others are shown one by one; the rest are rows of one table. */
function wrapOwned(name: string, owned: EntityModel, body: string, { say }: AutomaticOptions): string {
  if (rowsOf(owned).length > 0) return `{{#each ${name}}}\n${body}\n{{/each}}`;
  return table(columnsOf(owned.fields), say, { list: name, indent: '  ' }) + (body === '' ? '' : `\n${body}`);
}

function tellOwned(owned: EntityModel, { say }: AutomaticOptions): string {
  const rows = rowsOf(owned);
  if (rows.length === 0) return '';
  const tables = rows.map(
    (field) =>
      `{{#if ${field.name}}}\n${table(columnsOf(field.fields ?? []), say, { list: field.name, indent: '    ' })}\n{{/if}}`,
  );
  return [`  <h3 style="${look.item}">{{ ${owned.labelField} }}</h3>`, ...tables].join('\n');
}

function rowsOf(entity: EntityModel): readonly FieldModel[] {
  return entity.fields.filter((field) => field.kind === 'rows' && columnsOf(field.fields ?? []).length > 0);
}

function table(
  columns: readonly FieldModel[],
  say: (key: string) => string,
  { list, indent }: { readonly list: string; readonly indent: string },
): string {
  const heads = columns.map((field) => `<th style="${look.head}">${escapeText(say(field.label))}</th>`);
  const cells = columns.map((field) => `<td style="${look.cell}">${placeholder(field)}</td>`);
  return [
    `<table style="${look.table}">`,
    `  <thead><tr>${heads.join('')}</tr></thead>`,
    '  <tbody>',
    `  {{#each ${list}}}<tr>${cells.join('')}</tr>{{/each}}`,
    '  </tbody>',
    '</table>',
  ]
    .map((line) => indent + line)
    .join('\n');
}

function factRow(field: FieldModel, say: (key: string) => string): string {
  const path = pathOf(field);
  const label = `<th style="${look.label}">${escapeText(say(field.label))}</th>`;
  return `{{#if $has(${path})}}<tr>${label}<td style="${look.cell}">${placeholder(field)}</td></tr>{{/if}}`;
}

/** Fields of interest to readers: stored, in declared order, nothing internal. */
function keyFields(entity: EntityModel, count: number): readonly FieldModel[] {
  return entity.fields
    .filter((field) => isTelling(field) && field.name !== entity.labelField && !field.ref?.owner)
    .slice(0, count);
}

function columnsOf(fields: readonly FieldModel[]): readonly FieldModel[] {
  return fields
    .filter((field) => isTelling(field) || field.kind === 'boolean')
    .filter((field) => !field.ref?.owner)
    .slice(0, 5);
}

function isTelling(field: FieldModel): boolean {
  if (!kinds[field.kind].isTold || !field.stored) return false;
  const isNamed = field.kind !== 'choice' && !namesRecord(field);
  return isNamed ? !field.readOnly : nameWithin(field) !== undefined;
}

function placeholder(field: FieldModel): string {
  const path = pathOf(field);
  return `{{ ${kinds[field.kind].placeholder?.(path) ?? path} }}`;
}

/** Choices and references are shown by name. */
function pathOf(field: FieldModel): string {
  const name = nameWithin(field);
  return name === undefined ? field.name : `${field.expand?.as}.${name}`;
}

function nameWithin({ kind, expand }: FieldModel): string | undefined {
  if (kind !== 'choice' && !namesRecord({ kind })) return undefined;
  return ['DisplayName', 'Name'].find((name) => expand?.fields.includes(name));
}
