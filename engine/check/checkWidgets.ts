/** Checks that widgets in screens exist, fit their fields and have valid options. */
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { WidgetDeclaration } from '../declaration/types.generated.ts';
import { isKind, kinds } from '../fields/registry.ts';
import { addressProblem } from '../model/reviewAddresses.ts';
import { kindOfFile } from '../model/sources.ts';
import { resolvePath } from '../query/paths.ts';
import type { DeclarationFile, DeclarationSet, EntityModel, Finding, Model } from '../types/modelTypes.ts';
import { createLanguageAjv, findingsOf } from './checkShape.ts';
import { type KnownWidgets, type WidgetPlace, widgetsOf, widgetsSchema } from './widgetLanguage.ts';

type Asked = {
  readonly place: WidgetPlace;
  readonly kind?: string;
  readonly at: string;
  /** Path of the field relative to its entity. */
  readonly path?: string;
  readonly entity?: EntityModel;
};
/** An option text that names something, with its kind: the schema keyword `names`. */
type Named = { readonly what: string; readonly name: string; readonly at: string };
type Json = Readonly<Record<string, unknown>>;

/** Findings about widgets and their options, with their places. */
export function checkWidgets(set: DeclarationSet, model: Model): readonly Finding[] {
  const checker = new WidgetChecker(set, model);
  for (const { file, json } of set.files) if (kindOfFile(file) === 'screen') checker.screen(file, json);
  return [...checker.findings, ...set.files.flatMap(unknownKinds)];
}

/** What the options of a widget block name, by the schema of the options. */
export function namedInOptions(set: DeclarationSet, widget: string, options: unknown): readonly Named[] {
  return Object.hasOwn(widgetsOf(set).blocks, widget)
    ? judgeOf(set)(`blocks/properties/${widget}`, options).named
    : [];
}

/** Widgets may be for kinds that extensions add, so the schema cannot list them. */
function unknownKinds({ file, json }: DeclarationFile): readonly Finding[] {
  if (kindOfFile(file) !== 'widget') return [];
  const declared = json as WidgetDeclaration;
  return (['kinds', 'unnamed'] as const).flatMap((word) =>
    (declared[word] ?? []).flatMap((kind, at) => {
      if (isKind(kind)) return [];
      const message = `There is no field kind ${kind}. Choose one of ${Object.keys(kinds).join(', ')}, or name the extension that adds it in application.json.`;
      return [{ severity: 'error' as const, file, path: `/${word}/${at}`, message }];
    }),
  );
}

/** Validates the options of a widget, `<place>/properties/<name>`, and returns the names in them. */
type OptionsJudge = (
  widget: string,
  options: unknown,
) => { readonly errors: readonly ErrorObject[]; readonly named: readonly Named[] };

const judges = new WeakMap<object, { readonly widgets: readonly unknown[]; readonly judge: OptionsJudge }>();

/** Cached: the widget schemas are compiled once, although an application is checked many times. */
function judgeOf(set: DeclarationSet): OptionsJudge {
  const widgets = set.files.filter(({ file }) => kindOfFile(file) === 'widget').map(({ json }) => json);
  const [first] = widgets;
  if (first === null || typeof first !== 'object') return createJudge(set);
  const known = judges.get(first);
  if (known?.widgets.length === widgets.length && known.widgets.every((json, at) => json === widgets[at]))
    return known.judge;
  const judge = createJudge(set);
  judges.set(first, { widgets, judge });
  return judge;
}

function createJudge(set: DeclarationSet): OptionsJudge {
  const ajv = createLanguageAjv();
  const validators = new Map<string, ValidateFunction>();
  let named: Named[] = [];
  ajv.addKeyword({
    keyword: 'names',
    type: 'string',
    validate: (what: string, name: string, _schema: unknown, context?: { readonly instancePath: string }) => {
      named.push({ what, name, at: context?.instancePath ?? '' });
      return true;
    },
  });
  ajv.addSchema(widgetsSchema(set));
  return (widget, options) => {
    const validate =
      validators.get(widget) ?? ajv.compile({ $ref: `widgets.schema.json#/properties/${widget}` });
    validators.set(widget, validate);
    named = [];
    return { errors: validate(options) ? [] : (validate.errors ?? []), named };
  };
}

class WidgetChecker {
  readonly findings: Finding[] = [];
  #file = '';
  readonly #judge: OptionsJudge;
  readonly #known: Readonly<Record<WidgetPlace, KnownWidgets>>;
  readonly #model: Model;

  constructor(set: DeclarationSet, model: Model) {
    this.#model = model;
    this.#known = widgetsOf(set);
    this.#judge = judgeOf(set);
  }

  screen(file: string, json: unknown): void {
    this.#file = file;
    this.#walk(json, '', undefined);
  }

  /** `entity` is that of the surrounding block. */
  #walk(json: unknown, at: string, entity: EntityModel | undefined): void {
    if (json === null || typeof json !== 'object') return;
    const one = json as Json;
    const own = (typeof one.entity === 'string' && this.#model.entities.get(one.entity)) || entity;
    const asked = this.#asked(one, at, own);
    if (asked) this.#check(one, asked);
    else for (const [word, value] of Object.entries(one)) this.#walk(value, `${at}/${word}`, own);
  }

  #asked(one: Json, at: string, entity: EntityModel | undefined): Asked | undefined {
    if (one.widget === undefined && one.options === undefined) return undefined;
    if (one.kind === 'widget') {
      // Its fields are those of the entity that its options name.
      const named = (one.options as Json | undefined)?.entity;
      return { place: 'blocks', at, entity: this.#model.entities.get(String(named)) };
    }
    const path = [one.field, one.path].find((name) => typeof name === 'string') as string | undefined;
    if (path === undefined || !entity) return undefined;
    const end = resolvePath(this.#model.entities, entity, path);
    const kind = end?.lookupMember === undefined ? end?.field.kind : 'choice';
    return { place: one.field === undefined ? 'columns' : 'fields', kind, at, path, entity };
  }

  #check({ widget, options = {} }: Json, asked: Asked): void {
    const { place, kind, at } = asked;
    const known = this.#known[place];
    const name = typeof widget === 'string' ? widget : unnamedFor(known, kind);
    const entry = name !== undefined && Object.hasOwn(known, name) ? known[name] : undefined;
    if (name === undefined || (widget === undefined && !entry)) return;
    if (!entry)
      this.#report(
        `${at}/widget`,
        `There is no widget ${name} here. Choose one of ${Object.keys(known).join(', ')}.`,
      );
    else if (kind && entry.kinds && !entry.kinds.some((one) => one === kind))
      this.#report(
        `${at}/widget`,
        `The widget ${name} is for ${entry.kinds.join(', ')}; this field is ${kind}. ${choicesFor(known, kind)}`,
      );
    else {
      this.#checkOptions(`${place}/properties/${name}`, options, asked);
      if (name === 'rows') this.#checkCells(options, asked);
    }
  }

  /** Cells of rows have widgets like placed fields. */
  #checkCells(options: unknown, { at, path, entity }: Asked): void {
    const { cells } = options as { readonly cells?: Readonly<Record<string, Json>> };
    for (const [member, cell] of Object.entries(cells ?? {})) {
      const end = entity && resolvePath(this.#model.entities, entity, `${path}.${member}`);
      const place = `${at}/options/cells/${member}`;
      if (!end) this.#report(place, `The rows of ${path} have no member ${member}.`);
      else
        this.#check(cell, { place: 'fields', kind: end.field.kind, at: place, path: end.field.path, entity });
    }
  }

  #checkOptions(widget: string, options: unknown, asked: Asked): void {
    const at = `${asked.at}/options`;
    const { errors, named: names } = this.#judge(widget, options);
    this.findings.push(...findingsOf(errors, { file: this.#file, at }));
    for (const named of names) {
      const problem = this.#unknown(named, asked);
      if (problem) this.#report(`${at}${named.at}`, problem, coded(named, asked));
    }
  }

  #unknown({ what, name }: Named, { entity, path }: Asked): string | undefined {
    const { messages, lookups, entities } = this.#model;
    if (what === 'message' && !messages['en-CA'].has(name))
      return `The message ${name} has no text. Add it to the files of schemas/messages/.`;
    if (what === 'entity' && !entities.has(name)) return `There is no entity ${name}.`;
    if (what === 'screen') return addressProblem(name, this.#model);
    if (what === 'lookup' && !lookups.has(name))
      return `There is no lookup ${name}. Add schemas/lookups/${name}.json.`;
    if (what === 'field' && entity && name !== 'Id' && !resolvePath(entities, entity, name))
      return `${entity.id} has no field ${name}.`;
    if (what === 'member' && entity && !resolvePath(entities, entity, `${path}.${name}`))
      return `The rows of ${path} have no member ${name}.`;
    return undefined;
  }

  #report(path: string, message: string, more: Pick<Finding, 'code' | 'params'> = {}): void {
    this.findings.push({ severity: 'error', file: this.#file, path, message, ...more });
  }
}

/** What configurators can name wrong is said in their language. */
function coded({ what, name }: Named, { entity }: Asked): Pick<Finding, 'code' | 'params'> {
  if (what === 'entity') return { code: 'no-entity', params: { entity: name } };
  return what === 'field' && entity ? { code: 'no-field', params: { entity: entity.id, field: name } } : {};
}

function unnamedFor(known: KnownWidgets, kind: string | undefined): string | undefined {
  return Object.keys(known).find(
    (name) => kind !== undefined && known[name]?.unnamed?.some((one) => one === kind),
  );
}

function choicesFor(known: KnownWidgets, kind: string): string {
  const names = Object.keys(known).filter((name) => known[name]?.kinds?.some((one) => one === kind));
  return names.length > 0 ? `For ${kind} there is ${names.join(', ')}.` : `For ${kind} there is none.`;
}
