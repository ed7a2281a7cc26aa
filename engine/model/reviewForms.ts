/** Finds forms that cannot work: creation or saving is impossible, or labels are blank or ambiguous. */
import type { Compiled } from '../expression/types.ts';
import { formatMessage, hasMessage, locales } from '../messages.ts';
import type { Access } from '../types/basicTypes.ts';
import type { BlockModel, EntityModel, FieldModel, FormBlock, Model } from '../types/modelTypes.ts';
import type { RouteModel } from '../types/routeTypes.ts';
import type { Compiler } from './compiler.ts';
import { onCreate } from './onCreate.ts';
import { tabConditions } from './tabConditions.ts';

type Placed = {
  readonly screen: string;
  readonly form: FormBlock;
  readonly file: string;
  readonly path: string;
};

/** Reviews every form of every screen. */
export function reviewForms(model: Model, compiler: Compiler): void {
  const posts = postsByShape(model);
  for (const placed of formsOf(model)) {
    const entity = model.entities.get(placed.form.entity);
    if (!entity) continue;
    const route = creating(posts, placed.form);
    if (route) reviewRequired(model, route, entity, placed, compiler);
    if (route) reviewWriters(model, route, entity, placed, compiler);
    reviewTwins(model, entity, placed, compiler);
  }
  reviewTexts(model, compiler);
}

/** Forms of screens that someone may open; a retired entity keeps its form for creating on one that is closed. */
function formsOf(model: Model): readonly Placed[] {
  const open = [...model.screens.values()].filter(({ access }) => !isClosed(access));
  return open.flatMap(({ id, blocks, file }) =>
    blocks.flatMap((block, index) =>
      formsIn(block).map(([form, path]) => ({ screen: id, form, file, path: `/blocks/${index}${path}` })),
    ),
  );
}

const isClosed = (access: Access): boolean => access.kind === 'feature' && access.anyOf.length === 0;

function formsIn(block: BlockModel): readonly (readonly [FormBlock, string])[] {
  if (block.kind === 'form') return [[block, '']];
  const edit =
    block.kind === 'grid' ? block.edit?.form : block.kind === 'list-detail' ? block.edit : undefined;
  const create = block.kind === 'list-detail' ? block.create?.form : undefined;
  return [edit, create].flatMap((form) => (form?.kind === 'form' ? [[form, '/form'] as const] : []));
}

type Posts = ReadonlyMap<string, RouteModel>;

/** The first route that answers a POST, with or without an optional parameter. */
function postsByShape({ routes }: Model): Posts {
  const found = new Map<string, RouteModel>();
  for (const route of routes)
    if (route.method === 'POST')
      for (const path of [route.path, route.path.replace(/\/\{\w+\?\}/g, '')])
        if (!found.has(shapeOf(path))) found.set(shapeOf(path), route);
  return found;
}

/** The route by which a form creates a record; undefined when it edits one. */
function creating(posts: Posts, { entity, record, save }: FormBlock): RouteModel | undefined {
  if (record !== undefined || save.method !== 'POST') return undefined;
  const route = posts.get(shapeOf(save.route));
  const makes = route?.operation === 'create' || route?.operation === 'action';
  return makes && route.entity === entity ? route : undefined;
}

const shapeOf = (path: string): string => path.replace(/\{[^}]*\}/g, '{}').toLowerCase();

/** Required fields that only the person can fill in. */
function neededOf(entity: EntityModel, form: FormBlock, route: RouteModel): readonly FieldModel[] {
  const given = new Set([
    ...Object.keys(form.initial),
    ...Object.values(route.bind),
    ...Object.keys(route.set ?? {}),
    ...entity.defaults.map(({ field }) => field),
    ...entity.rules.values.map(({ field }) => field.split('.')[0]),
    ...Object.keys(entity.filling ?? {}),
  ]);
  return entity.fields.filter(
    (field) =>
      field.required &&
      field.stored &&
      !field.readOnly &&
      field.default === undefined &&
      !field.ref?.owner &&
      !given.has(field.name) &&
      !['id', 'rows', 'boolean'].includes(field.kind),
  );
}

/** The fields that a person can fill in: neither read-only nor in a place that never shows. */
function placedOn(model: Model, { sections }: FormBlock): ReadonlySet<string | undefined> {
  const ofTab = tabConditions(sections, (key) => formatMessage(model, 'en-CA', key));
  return new Set(
    sections.flatMap((section) => {
      const around = [section.visible, ...ofTab(section)];
      return section.items
        .filter(
          ({ field, readOnly, visible }) =>
            !readOnly && [visible, ...around].every((one) => shows(one, field)),
        )
        .map(({ field }) => field.split('.')[0]);
    }),
  );
}

const shows = (visible: Compiled | undefined, field: string): boolean =>
  visible === undefined || onCreate(visible, field) !== false;

function reviewRequired(
  model: Model,
  route: RouteModel,
  entity: EntityModel,
  { screen, form, file, path }: Placed,
  compiler: Compiler,
): void {
  if (form.source) return;
  const placed = placedOn(model, form);
  for (const { name } of neededOf(entity, form, route)) {
    if (placed.has(name)) continue;
    compiler.error(
      { file, path },
      `${entity.id}.${name} must be filled in and is not on the form ${form.id}: nobody can create a record there. Place it, or give it a default.`,
      { code: 'needed-off-form', params: { entity: entity.id, field: name, screen, block: form.id } },
    );
  }
}

/** Someone must be able to save the form with all required fields. */
function reviewWriters(
  model: Model,
  route: RouteModel,
  entity: EntityModel,
  { form, file, path }: Placed,
  compiler: Compiler,
): void {
  const needed = neededOf(entity, form, route);
  const accesses = [
    form.save.access,
    ...needed.flatMap(({ name }) => {
      const { view, write } = entity.policy.fields[name] ?? {};
      return [view, write].flatMap((access) => access ?? []);
    }),
  ];
  const isAbleTo = (features: readonly string[]) => accesses.every((access) => opens(access, features));
  if ([...model.roles.values()].some(({ features }) => isAbleTo(features))) return;
  compiler.error(
    { file, path: `${path}/save` },
    `Nobody can save the form ${form.id}: no role may save it and fill in all that ${entity.id} needs. Give one role all of these rights.`,
    { code: 'form-unsavable', params: { block: form.id, entity: entity.id } },
  );
}

function opens(access: Access, features: readonly string[]): boolean {
  return access.kind !== 'feature' || access.anyOf.some((feature) => features.includes(feature));
}

/** Two fields of a section with the same label in some language. */
function reviewTwins(
  model: Model,
  entity: EntityModel,
  { form, file, path }: Placed,
  compiler: Compiler,
): void {
  for (const { items } of form.sections)
    for (const locale of locales) {
      const seen = new Map<string, string>();
      for (const { field } of items) {
        const label = entity.fieldByPath.get(field)?.label;
        if (!label || !hasMessage(model, locale, label)) continue;
        const text = plainText(formatMessage(model, locale, label)).toLowerCase();
        const twin = seen.get(text);
        if (twin !== undefined && twin !== field)
          compiler.warn(
            { file, path },
            `${twin} and ${field} of ${entity.id} are both called “${text}” on the form ${form.id}. Call one of them otherwise.`,
            { code: 'twin-labels', params: { field, twin, entity: entity.id, text } },
          );
        seen.set(text, field);
      }
    }
}

/** A blank text names nothing; hidden characters may reverse the text around them. */
function reviewTexts(model: Model, compiler: Compiler): void {
  for (const locale of locales)
    for (const [key, text] of model.messages[locale]) {
      const forms = typeof text === 'string' ? [text] : Object.values(text);
      if (forms.some((one) => hidden.test(one)))
        compiler.warn(
          { file: `schemas/messages/${locale}`, path: `/messages/${key}` },
          `The message ${key} has characters in ${locale} that nobody sees, and that may reverse the text around them. Remove them.`,
          { code: 'text-hidden', params: { key } },
        );
      if (forms.every((one) => visible.test(one))) continue;
      compiler.error(
        { file: `schemas/messages/${locale}`, path: `/messages/${key}` },
        `The message ${key} says nothing in ${locale}: what it names has no name. Write a text.`,
        { code: 'text-blank', params: { key } },
      );
    }
}

const visible = /[^\p{Cf}\p{Z}\s]/u;

/** Control characters and marks of direction; both languages run from left to right. */
const hidden = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Without whitespace and invisible characters. */
const plainText = (text: string): string => text.replace(/[\p{Cf}\p{Z}\s]+/gu, ' ').trim();
