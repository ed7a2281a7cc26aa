/** Reviews that need the whole compiled model; each adds findings. */

import { locales } from '../messages.ts';
import type { Parts } from '../parts.ts';
import type {
  ActionModel,
  EntityModel,
  FormBlock,
  GridBlock,
  ListDetailBlock,
  Model,
  ScreenModel,
  Usage,
} from '../types/modelTypes.ts';
import { isBound } from './boundCalls.ts';
import { checkTypes } from './checkTypes.ts';
import type { CompileScope } from './compileMemory.ts';
import type { Compiler } from './compiler.ts';
import { parametersOf } from './compileScreen.ts';
import { readingRoute } from './readingRoute.ts';
import { relevanceCircles } from './relevanceCircles.ts';
import { reportRoute } from './reportRoute.ts';
import { reviewAddresses } from './reviewAddresses.ts';
import { reviewApprovals } from './reviewApprovals.ts';
import { reviewAskLists } from './reviewAskLists.ts';
import { reviewAutomations } from './reviewAutomations.ts';
import { reviewCreation } from './reviewCreation.ts';
import { reviewForms } from './reviewForms.ts';
import { reviewLinked } from './reviewLinked.ts';
import { reviewOwners } from './reviewOwners.ts';
import { reviewPlaceholders } from './reviewPlaceholders.ts';
import { reviewPrintFormats } from './reviewPrintFormats.ts';
import { reviewPublicForms } from './reviewPublicForms.ts';
import { reviewReferences } from './reviewReferences.ts';
import type { Sources } from './sources.ts';
import { valueCycles } from './valueCycles.ts';

type Review = (model: Model, compiler: Compiler, sources: Sources) => Parts<void> | void;

/** Runs the reviews one at a time. */
export function* reviewModel(model: Model, sources: Sources, scope: CompileScope): Parts<void> {
  const { compiler } = scope;
  yield* checkTypes(scope);
  for (const review of reviews) {
    yield;
    const parts = review(model, compiler, sources);
    if (parts) yield* parts;
  }
}

const reviews: readonly Review[] = [
  reviewReferences,
  reviewCycles,
  reviewLinked,
  reviewRelevance,
  reviewFeatures,
  reviewMessages,
  reviewWordsOfRoutes,
  reviewRoutes,
  reviewScreens,
  reviewAddresses,
  reviewOwners,
  reviewPlaceholders,
  reviewAskLists,
  reviewPlacement,
  reviewForms,
  reviewCreation,
  reviewApprovals,
  reviewAutomations,
  reviewPublicForms,
  reviewPrintFormats,
];

function reviewCycles(model: Model, compiler: Compiler): void {
  for (const entity of model.entities.values())
    for (const { names, file } of valueCycles(entity))
      compiler.error(
        { file, path: '/rules' },
        `Computed fields of ${entity.id} need each other: ${names.join(' → ')}. Break the circle in one of these rules.`,
        { code: 'cycle', params: { entity: entity.id, names: names.join(' → ') } },
      );
}

/** A field whose relevance depends on itself stays hidden once hidden; longer cycles may be intended. */
function reviewRelevance(model: Model, compiler: Compiler): void {
  for (const entity of model.entities.values())
    for (const { names, rule } of relevanceCircles(entity)) {
      const place = { file: rule.file, path: `${rule.pointer}/relevant` };
      const params = { entity: entity.id, field: names[0] ?? '', names: names.join(' → ') };
      if (names.length === 2)
        compiler.error(
          place,
          `${names[0]} of ${entity.id} is relevant only while it has a value itself: once hidden it never comes back. Let its condition read other fields.`,
          { code: 'self-hiding', params },
        );
      else
        compiler.warn(
          place,
          `Whether fields of ${entity.id} are relevant goes in a circle: ${params.names}. What is hidden may never come back; break the circle in one of these rules.`,
          { code: 'hiding-circle', params },
        );
    }
}

/** One finding per feature, at the first place that names it, since wrong names are often repeated. */
function reviewFeatures(model: Model, compiler: Compiler): void {
  const held = new Set([...model.roles.values()].flatMap((role) => role.features));
  const places = new Map<string, Usage[]>();
  for (const usage of model.usage)
    if (usage.of.startsWith('feature:')) {
      const uses = places.get(usage.of) ?? [];
      uses.push(usage);
      places.set(usage.of, uses);
    }
  for (const [of, uses] of places) {
    const feature = of.slice('feature:'.length);
    const [first] = uses;
    if (!first || held.has(feature)) continue;
    const count = new Set(uses.map(({ file, path }) => `${file}#${path}`)).size;
    const often = count > 1 ? ` It is named in ${count} places.` : '';
    if (!model.features.has(feature))
      compiler.error(
        first,
        `There is no feature ${feature}. Add it to schemas/access/features.json, or correct the name.${often}`,
        { code: 'no-feature', params: { feature } },
      );
    else
      compiler.error(
        first,
        `No role holds the feature ${feature}. Give it to a role in schemas/access/roles.json.${often}`,
        { code: 'feature-unheld', params: { feature } },
      );
  }
}

/** All used texts and titles must exist in every language. */
function reviewMessages(model: Model, compiler: Compiler): void {
  const used = new Map(
    model.usage
      .filter(({ of }) => of.startsWith('message:'))
      .map((usage) => [usage.of.slice('message:'.length), usage]),
  );
  const missing = new Set<string>();
  for (const keys of [used, model.messages['en-CA'], model.messages['fr-CA']])
    for (const key of keys.keys())
      if (locales.some((locale) => !model.messages[locale].has(key))) missing.add(key);
  for (const key of missing)
    for (const locale of locales)
      if (!model.messages[locale].has(key)) {
        const place = used.get(key) ?? { file: `schemas/messages/${locale}`, path: `/messages/${key}` };
        compiler.error(
          place,
          `The message ${key} has no ${locale} text. Add it to a file in schemas/messages/${locale}/.`,
        );
      }
}

function reviewWordsOfRoutes(model: Model, compiler: Compiler, sources: Sources): void {
  for (const { file, json } of sources.api)
    for (const [index, declared] of json.routes.entries()) {
      const entity = declared.entity ?? json.for;
      const around = { file, path: `/routes/${index}`, entity, types: model, compiler };
      reportRoute(declared, { ...around, sheets: json.sheets ?? {} }, model.entities.get(entity));
    }
}

function reviewRoutes(model: Model, compiler: Compiler): void {
  const seen = new Map<string, string>();
  for (const route of model.routes) {
    const shape = `${route.method} ${route.path.toLowerCase().replace(/\{[^}]+\}/g, '{}')}`;
    const twin = seen.get(shape);
    if (twin)
      compiler.error(
        { file: route.file, path: '/routes' },
        `${route.method} ${route.path} is bound already in ${twin}.`,
      );
    seen.set(shape, route.file);
  }
}

function* reviewScreens(model: Model, compiler: Compiler): Parts<void> {
  const routes = new Map<string, string>();
  for (const screen of model.screens.values()) {
    const shape = screen.route.replace(/:[^/]+/g, ':');
    const twin = routes.get(shape);
    if (twin)
      compiler.error(
        { file: screen.file, path: '/route' },
        `Screen ${twin} has the address ${screen.route} already.`,
        { code: 'address-taken', params: { screen: twin, route: screen.route } },
      );
    routes.set(shape, screen.id);
    for (const { name, entity } of screen.data)
      if (model.entities.has(entity) && !readingRoute(model, entity, parametersOf(screen.route)))
        compiler.error(
          { file: screen.file, path: `/data/${name}` },
          `No route gets one ${entity} by its id and the parameters of ${screen.route} alone. Add one, or name its parameters in the address, spelt as in the path: {planId} and :planId.`,
        );
    for (const [call, path] of callsOf(screen))
      if (!isBound(model, call))
        compiler.error(
          { file: screen.file, path },
          `${call} is no path of the API. Add it to an api.json, or correct it.`,
        );
    yield;
  }
}

function callsOf(screen: ScreenModel): readonly (readonly [string, string])[] {
  const ofActions = (actions: readonly ActionModel[], path: string) =>
    actions.flatMap((action) => (action.route ? [[`${action.method} ${action.route}`, path] as const] : []));
  return [
    ...ofActions(screen.actions, '/actions'),
    ...screen.blocks.flatMap((block, index) => {
      const path = `/blocks/${index}`;
      if (block.kind === 'form')
        return [block.save, ...block.save.instead].map(
          ({ method, route }) => [`${method} ${route}`, path] as const,
        );
      if (block.kind === 'list-detail') return callsOfDetail(block, path, ofActions);
      if (block.kind === 'summary') return block.lists.map(({ find }) => [`GET ${find}`, path] as const);
      if (block.kind !== 'grid') return [];
      const order = block.order ? [[block.order.route, `${path}/order`] as const] : [];
      return [
        [`GET ${block.find}`, path] as const,
        ...order,
        ...callsOfEdit(block, `${path}/edit`),
        ...ofActions(block.rowActions, path),
        ...ofActions(block.actions, path),
      ];
    }),
  ];
}

type Calls = readonly (readonly [string, string])[];

function callsOfDetail(
  { lists, edit, create, copy, actions }: ListDetailBlock,
  path: string,
  ofActions: (actions: readonly ActionModel[], path: string) => Calls,
): Calls {
  const saves = [edit, create?.form].flatMap((form) => (form ? [form.save] : []));
  return [
    ...saves.map(({ method, route }) => [`${method} ${route}`, `${path}/form`] as const),
    ...(copy ? [[`GET ${copy.from}`, `${path}/form/copy`] as const] : []),
    ...lists.map(({ find }) => [`GET ${find}`, `${path}/lists`] as const),
    ...lists.flatMap((list) => ofActions([...list.actions, ...list.rowActions], `${path}/lists`)),
    ...ofActions(actions, `${path}/form/actions`),
  ];
}

function callsOfEdit({ edit }: GridBlock, path: string): readonly (readonly [string, string])[] {
  if (!edit) return [];
  const { save } = edit.form;
  const add = edit.add ? [[`POST ${edit.add.route}`, `${path}/add`] as const] : [];
  return [[`${save.method} ${save.route}`, path] as const, ...add];
}

/** Warns about writable fields that no screen shows; an API may still use them. */
function reviewPlacement(model: Model, compiler: Compiler, sources: Sources): void {
  const forms = formsByEntity(model);
  for (const source of sources.entity) {
    const entity = model.entities.get(source.json.$id);
    const screens = forms.get(source.json.$id);
    if (!entity || !screens) continue;
    const placed = new Set(
      screens.flatMap(({ sections }) =>
        sections.flatMap((section) => section.items.map((item) => item.field.split('.')[0])),
      ),
    );
    const named = JSON.stringify(
      screens.flatMap(({ sections }) =>
        sections.flatMap((section) => section.items.map((item) => item.options)),
      ),
    );
    for (const field of entity.fields)
      if (
        !field.readOnly &&
        !field.ref?.owner &&
        !placed.has(field.name) &&
        !named.includes(`"${field.name}"`) &&
        !isAsked(entity, field.name)
      )
        compiler.warn(
          { file: source.file, path: `/properties/${field.name}` },
          `${entity.id}.${field.name} is on no form. Place it on a screen, or make it readOnly.`,
          { code: 'on-no-form', params: { field: field.name } },
        );
  }
}

/** Transitions have fields filled in too. */
const isAsked = ({ workflow }: EntityModel, name: string): boolean =>
  workflow?.transitions.some(({ asks }) => asks.some(({ field }) => field === name)) ?? false;

function formsByEntity(model: Model): ReadonlyMap<string, readonly FormBlock[]> {
  const found = new Map<string, FormBlock[]>();
  for (const { blocks } of model.screens.values())
    for (const block of blocks) {
      const form =
        block.kind === 'grid' ? block.edit?.form : block.kind === 'list-detail' ? block.edit : block;
      if (form?.kind === 'form') found.set(form.entity, [...(found.get(form.entity) ?? []), form]);
    }
  return found;
}
