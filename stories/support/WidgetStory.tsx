import { useEffect, useMemo, useState } from 'react';
import {
  compileModel,
  compileValidators,
  createForm,
  type DataRecord,
  type DeclarationSet,
  type FormState,
  type Locale,
  type Model,
  newRecord,
  parseExpression,
  type Reason,
  type SectionModel,
} from '#engine';
import {
  type Files,
  FormLayoutView,
  type FormTools,
  FormToolsContext,
  useLocale,
  useMessage,
} from '#renderer';
import defaults from '../../base/schemas/defaults.json';
import features from '../../schemas/access/features.json';
import roles from '../../schemas/access/roles.json';
import { useCopyId } from './copies.ts';
import { frenchOf } from './french.ts';
import lookups from './lookups.json';
import { checkStoryRule, measure } from './storyRules.ts';

export type WidgetStoryProps = {
  /** Prefix of the DOM ids, for several stories on one page. */
  readonly id?: string;
  /** The field as an entity declares it. */
  readonly schema: object;
  /** Replace label and help of the schema; empty: keep them. */
  readonly label?: string;
  readonly help?: string;
  readonly value?: unknown;
  readonly required?: boolean;
  readonly widget?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Rules over the field `Value` and its neighbour `Other`. */
  readonly rules?: readonly object[];
  readonly other?: unknown;
  /** Further fields that the widget uses, as declared, and their values. */
  readonly beside?: Readonly<Record<string, object>>;
  readonly holding?: DataRecord;
  /** The person may not save, so everything is read-only. */
  readonly locked?: boolean;
  /** Read-only values as locked inputs instead of text. */
  readonly lockedInputs?: boolean;
  /** As after pressing Save. */
  readonly submitted?: boolean;
  /** Records offered as choices; three brands by default. */
  readonly choices?: readonly DataRecord[] | 'failing';
  /** Delay of the choices in milliseconds; none by default. */
  readonly delay?: number;
  /** Records of declared lists by path; the choices by default. */
  readonly lists?: Readonly<Record<string, readonly DataRecord[]>>;
  /** Uploads and downloads; they succeed by default. */
  readonly files?: Files;
  /** Called after every change. */
  readonly onValue?: (value: unknown) => void;
};

/** One field with the state of a real form. Remounts when its declaration changes. */
export function WidgetStory(given: WidgetStoryProps) {
  const props = { ...withControls(given), id: useCopyId(given.id ?? 'story') };
  return <OpenField key={declarationOf(props)} {...props} />;
}

/** Applies the controls: texts, and single options as `option_<name>`. */
function withControls({ label, help, ...props }: WidgetStoryProps): WidgetStoryProps {
  const said = { ...(label ? { title: label } : {}), ...(help ? { description: help } : {}) };
  const chosen = Object.entries(props).flatMap(([name, value]) =>
    name.startsWith('option_') && value !== undefined ? [[name.slice('option_'.length), value]] : [],
  );
  if (chosen.length === 0) return { ...props, schema: { ...props.schema, ...said } };
  const options = { ...props.options, ...Object.fromEntries(chosen) };
  return { ...props, schema: { ...props.schema, ...said }, options };
}

/** Everything the form is made of, as one string. */
function declarationOf(props: WidgetStoryProps): string {
  const { files, onValue, choices, lists, delay, ...declared } = props;
  return JSON.stringify(declared);
}

function OpenField(props: WidgetStoryProps) {
  const [{ form, model }] = useState(() => open(props));
  const [locale, say] = [useLocale(), useMessage()];
  const { onValue, choices = brands, lists, delay = 0 } = props;
  const tools = useMemo<FormTools>(
    () => ({
      form,
      model,
      locale,
      say: (key, params) => ownText(model, key, locale) ?? say(key, params),
      idPrefix: props.id ?? 'story',
      readOnlyAsText: props.lockedInputs !== true,
      findOptions: async ({ search = '' }, page) => {
        if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
        return pageOf(await found(choices, search), page);
      },
      findRecords: async ({ find }) => lists?.[find] ?? found(choices, ''),
      files: props.files ?? noFiles,
      renderHtml: async ({ html }) => html,
      checkRule: checkStoryRule,
      explain: () => undefined,
      sectionLevel: 3,
    }),
    [form, model, locale, say, choices, lists, delay, props.lockedInputs, props.id, props.files],
  );
  useEffect(() => form.subscribe('/Value', () => onValue?.(form.record().Value ?? null)), [form, onValue]);
  const [sections] = useState(() => sectionsOf(props));
  return (
    <FormToolsContext value={tools}>
      <FormLayoutView form={form} sections={sections} idPrefix={tools.idPrefix} />
    </FormToolsContext>
  );
}

/** One section with one field, as on a screen. */
function sectionsOf({ widget, options = {} }: WidgetStoryProps): readonly SectionModel[] {
  return [
    { id: 'story', layout: 'columns', columns: 1, items: [{ field: 'Value', widget, span: 1, options }] },
  ];
}

/** Labels and choices come from the story, other texts from the application. */
function ownText(model: Model, key: string, locale: Locale): string | undefined {
  const text = model.messages['en-CA'].get(key);
  if (typeof text !== 'string') return undefined;
  return locale === 'fr-CA' ? frenchOf(text) : text;
}

export const brands: readonly DataRecord[] = [
  { Id: 'b1', Name: 'Boréal Automobiles' },
  { Id: 'b2', Name: 'Cascadia' },
  { Id: 'b3', Name: 'Summit Trucks' },
];

/** Uploads and downloads that succeed at once. */
const noFiles: Files = {
  upload: async (_field, { name, size, type }) => ({
    Id: uploadedId,
    Name: name,
    Size: size,
    ContentType: type,
  }),
  download: async () => undefined,
  open: pictureContent,
};

/** Id of an uploaded file. */
export const uploadedId = '0d2c7a54-6c0f-5b8e-9a55-3f1a5a7c1efe';

export const storyFile = {
  Id: '0d2c7a54-6c0f-5b8e-9a55-3f1a5a7c1eff',
  Name: 'Boréal VTA brochure 2026.pdf',
  ContentType: 'application/pdf',
  Size: 1_468_006,
};

export const storyPicture = {
  Id: '0d2c7a54-6c0f-5b8e-9a55-3f1a5a7c1efd',
  ...{ Name: 'door.png', ContentType: 'image/png', Size: 91_200, Width: 40, Height: 30 },
};

/** A picture of one colour, whatever is asked for. */
export async function pictureContent(): Promise<Blob> {
  const canvas = new OffscreenCanvas(40, 30);
  const brush = canvas.getContext('2d');
  if (brush) brush.fillStyle = 'teal';
  brush?.fillRect(4, 4, 32, 22);
  return canvas.convertToBlob();
}

async function found(
  choices: readonly DataRecord[] | 'failing',
  search: string,
): Promise<readonly DataRecord[]> {
  if (choices === 'failing') throw new Error('No choices today');
  return choices.filter(({ Name }) => String(Name).toLowerCase().includes(search.toLowerCase()));
}

function open(props: WidgetStoryProps): { form: FormState; model: Model } {
  const { model, findings } = compileModel(declarationsOf(props), { parse: parseExpression, review: false });
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ path, message }) => `${path}: ${message}`).join('\n'));
  const entity = model.entities.get('story');
  if (!entity) throw new Error('The story has no entity');
  const user = { Id: 'u1', UserName: 'story', DisplayName: 'Story', Roles: [], Features: [] };
  const context = { model, user, today: '2026-11-21', now: '2026-11-21T12:00:00Z', locale: 'en-CA' } as const;
  const start = newRecord(entity, { ...context, action: 'create' });
  const record = {
    ...start,
    ...(props.value === undefined ? {} : startValue(props)),
    Other: props.other,
    ...props.holding,
  };
  const validators = compileValidators(model);
  const form = createForm({
    entity,
    record,
    isNew: true,
    context,
    validators,
    locked: props.locked ? lock : undefined,
  });
  if (props.submitted) form.submit();
  return { form, model };
}

/** Messages of the rules that show a warning and an error. */
const ruleTexts = {
  'story.unusual': 'This is unusual. Check it.',
  'story.refused': 'This cannot be saved. Choose another value.',
};

const lock: Reason = { slot: 'editable', source: 'policy', id: 'Product.General.Edit' };

/** Adds the expanded reference, like an answer of the server. */
function startValue({ schema, value }: WidgetStoryProps): DataRecord {
  const file = [storyFile, storyPicture].find(({ Id }) => Id === value);
  if (file) return { Value: value, ValueFile: file };
  const brand = 'x-ref' in schema && brands.find(({ Id }) => Id === value);
  return brand ? { Value: value, Brand: brand } : { Value: value };
}

function declarationsOf({ schema, required, rules = [], beside = {} }: WidgetStoryProps): DeclarationSet {
  const open = { view: 'login', create: 'login', update: 'login', remove: 'login' };
  const story = {
    $id: 'story',
    title: 'Story',
    'x-plural': 'Stories',
    type: 'object',
    'x-label': 'Other',
    required: required ? ['Value'] : [],
    properties: {
      Value: { title: 'Value', ...schema },
      Other: { type: 'string', title: 'Other' },
      ...beside,
    },
  };
  const brand = {
    $id: 'brand',
    title: 'Brand',
    'x-plural': 'Brands',
    type: 'object',
    'x-label': 'Name',
    properties: { Name: { type: 'string', title: 'Name' } },
  };
  const file = (path: string, json: object) => ({ file: `schemas/${path}.json`, json });
  return {
    files: [
      file('defaults', defaults),
      file('story/story/entity', story),
      file('story/story/behaviour', { for: 'story', rules, policy: open }),
      file('story/brand/entity', brand),
      file('story/brand/behaviour', { for: 'brand', rules: [], policy: open }),
      file('story/measure/entity', measure.entity),
      file('story/measure/behaviour', { ...measure.behaviour, policy: open }),
      file('messages/en-CA/story', { messages: ruleTexts }),
      ...Object.entries(lookups).map(([$id, items]) => file(`lookups/${$id}`, { $id, items })),
      file('access/features', { features: [...features.features, ...ofExtensions] }),
      file('access/roles', roles),
    ],
  };
}

/** The permissions of extensions, which roles name too. */
const ofExtensions = Object.values(
  import.meta.glob<typeof features>('../../extensions/*/schemas/access/features.json', {
    eager: true,
    import: 'default',
  }),
).flatMap((one) => one.features);

const pageSize = 50;

/** A page with its total, like an answer of the server. */
function pageOf(records: readonly DataRecord[], page: number) {
  const shown = records.slice((page - 1) * pageSize, page * pageSize);
  return { records: shown, hasMore: page * pageSize < records.length, total: records.length };
}
