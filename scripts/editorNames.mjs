// What an editor completes beside the words of the language: the names of this repository. The schemas of the language
// point here (`allOf` at their root), so that the `$schema` of a file is all an editor needs. Nothing is refused by
// these: a name that is not there is a finding of `npm run declarations`.
import { importTypeScript } from './importTypeScript.mjs';
import { readDeclarations } from './readDeclarations.mjs';

/** Made by `npm run types` and by a build; nobody commits it. */
export const editorNamesFile = '.editor/names.schema.json';

/** The schema, as the text of its file. */
export async function editorNames() {
  const { set } = await readDeclarations('.');
  const { compileModel, parseExpression, widgetsSchema } = await importTypeScript('engine/index.ts');
  const { model } = compileModel(set, { parse: parseExpression, review: false });
  const widgets = widgetsSchema(set);
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Names of this repository, for editors',
    $defs: {
      ...widgets.$defs,
      ...lists(model, widgets),
      ...fieldsOf(model),
      ...kinds(model),
      ...blocks(model),
    },
  };
  return `${JSON.stringify(schema)}\n`;
}

const ref = (name) => ({ $ref: `#/$defs/${name}` });
const list = (items) => ({ items });
const object = (properties) => ({ properties });
const all = (value) => ({ additionalProperties: value });
const oneOrMore = (value) => ({ anyOf: [value, list(value)] });

/** One of these, or whatever else is written: what is not there yet may be about to come. */
function oneOf(names, meanings) {
  const known = {
    enum: names,
    ...(meanings && { enumDescriptions: names.map((name) => meanings(name) ?? '') }),
  };
  return { anyOf: [known, { type: ['string', 'object', 'array'] }] };
}

/** What holds for the files and blocks about one entity. */
function about(model, word, then) {
  return [...model.entities.keys()].map((id) => ({
    if: { properties: { [word]: { const: id } }, required: [word] },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
    then: then(id),
  }));
}

function lists({ entities, lookups, features, roles, messages, screens, routes }, { properties: widgets }) {
  const say = (key) => {
    const text = messages['en-CA'].get(key);
    return typeof text === 'string' ? text : text?.other;
  };
  const rules = [...entities.values()].flatMap(({ rules: own, unique, removal }) => [
    ...[...Object.values(own).flat(), ...unique, ...removal].map(({ id }) => id),
  ]);
  const titled = (id) => say(`feature.${id}`) ?? features.get(id)?.title;
  const access = oneOf(['public', 'login', 'nobody', ...features.keys()], titled);
  const named = Object.entries(widgets).map(([place, { properties }]) => [
    `${place}Widget`,
    {
      properties: { widget: oneOf(Object.keys(properties), (name) => properties[name].description) },
      allOf: Object.entries(properties).map(([name, { kinds: _kinds, unnamed: _unnamed, ...options }]) => ({
        if: { properties: { widget: { const: name } }, required: ['widget'] },
        // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
        then: object({ options }),
      })),
    },
  ]);
  return {
    ...Object.fromEntries(named),
    anEntity: oneOf([...entities.keys()], (id) => say(entities.get(id).title)),
    aLookup: oneOf([...lookups.keys()]),
    aFeature: oneOf([...features.keys(), '*', '*.View', '*.Edit'], titled),
    aRole: oneOf([...roles.keys()], (id) => say(`role.${id}`)),
    aRule: oneOf([...new Set(rules)]),
    access: oneOrMore(access),
    message: oneOf([...messages['en-CA'].keys()], say),
    ...addresses(screens, routes),
    text: { anyOf: [ref('message'), object({ message: ref('message'), messages: all(ref('message')) })] },
  };
}

/** Where links lead and what is called: parameters are taken from the address, which is what they are most often. */
function addresses(screens, routes) {
  const filled = (route) => route.replace(/:(\w+)\??/g, '{route.$1}');
  const called = (path) => path.replace(/\{(\w+)\??\}/g, '{route.$1}');
  const lists = routes.filter(({ operation, method }) => operation === 'find' && method === 'GET');
  return {
    anAddress: oneOf([...new Set([...screens.values()].map(({ route }) => filled(route)))]),
    aFind: oneOf([...new Set(lists.map(({ path }) => called(path)))]),
    aCall: oneOf([...new Set(routes.map(({ method, path }) => `${method} ${called(path)}`))]),
  };
}

/** Of each entity: a field by its path, and a record with all of them. */
function fieldsOf({ entities, messages }) {
  const say = (key) => messages['en-CA'].get(key);
  return Object.fromEntries(
    [...entities.values()].flatMap(({ id, fields, fieldByPath }) => {
      const beside = fields.flatMap(({ expand }) =>
        (expand?.fields ?? []).map((name) => `${expand.as}.${name}`),
      );
      const labels = new Map([...fieldByPath.values()].map(({ path, label }) => [path, say(label)]));
      const record = fields.map(({ name }) => [name, { description: labels.get(name) }]);
      return [
        [`field.${id}`, oneOf([...labels.keys(), ...beside], (path) => labels.get(path))],
        [`record.${id}`, object(Object.fromEntries(record))],
      ];
    }),
  );
}

/** The schema of the language for each kind of file leads to that of its name. */
function kinds(model) {
  const field = ref('aField');
  const policy = { view: ref('access'), write: ref('access') };
  return {
    aField: {
      ...object({
        'x-ref': ref('anEntity'),
        'x-lookup': ref('aLookup'),
        'x-shape': ref('message'),
        items: object({ 'x-ref': ref('anEntity'), 'x-lookup': ref('aLookup') }),
      }),
      allOf: about(model, 'x-ref', (id) =>
        object({ 'x-expand': object({ fields: list(ref(`field.${id}`)) }) }),
      ),
    },
    entity: {
      ...object({ properties: all(field), $defs: all(object({ properties: all(field) })) }),
      allOf: about(model, '$id', (id) => {
        const own = ref(`field.${id}`);
        const unique = object({ fields: list(own), within: list(own), at: own, message: ref('message') });
        return object({ 'x-label': own, 'x-unique': list(unique), required: list(own) });
      }),
    },
    behaviour: {
      ...object({
        for: ref('anEntity'),
        policy: object({ ...policy, create: ref('access'), update: ref('access'), remove: ref('access') }),
        rules: list(object({ message: ref('message'), options: object({ from: ref('anEntity') }) })),
      }),
      allOf: about(model, 'for', (id) => behaviourOf(ref(`field.${id}`), ref(`record.${id}`))),
    },
    api: {
      ...object({
        for: ref('anEntity'),
        routes: list(object({ entity: ref('anEntity'), access: ref('access') })),
      }),
      allOf: about(model, 'for', (id) => {
        const own = ref(`field.${id}`);
        return object({ routes: list(object({ fields: list(own), bind: all(own), without: list(own) })) });
      }),
    },
    cases: {
      ...object({
        for: ref('anEntity'),
        given: object({ role: ref('aRole'), features: list(ref('aFeature')) }),
        cases: list(
          object({
            given: object({ role: ref('aRole'), features: list(ref('aFeature')) }),
            expect: object({ rules: list(ref('aRule')) }),
          }),
        ),
      }),
      allOf: about(model, 'for', (id) => {
        const given = object({ record: ref(`record.${id}`), stored: ref(`record.${id}`) });
        return object({
          given,
          cases: list(object({ given, expect: object({ values: ref(`record.${id}`) }) })),
        });
      }),
    },
    seed: {
      ...object({ for: ref('anEntity') }),
      allOf: about(model, 'for', (id) =>
        object({ reference: list(ref(`record.${id}`)), demo: list(ref(`record.${id}`)) }),
      ),
    },
    query: {
      ...object({ from: ref('anEntity') }),
      allOf: about(model, 'from', (id) => {
        const paths = list(object({ path: ref(`field.${id}`) }));
        return object({ columns: paths, filters: paths });
      }),
    },
    roles: object({ roles: list(object({ features: list(ref('aFeature')) })) }),
    screen: object({
      access: ref('access'),
      title: ref('text'),
      subtitle: ref('text'),
      breadcrumb: list(object({ text: ref('text'), to: ref('anAddress') })),
      data: all(object({ entity: ref('anEntity') })),
      actions: list(ref('action')),
      blocks: list(ref('block')),
    }),
  };
}

function behaviourOf(own, record) {
  return object({
    defaults: record,
    policy: object({ fields: record }),
    rules: list(
      object({
        field: oneOrMore(own),
        at: list(own),
        each: own,
        onUserChange: own,
        set: record,
        except: list(own),
      }),
    ),
    workflow: object({ field: own }),
  });
}

function blocks(model) {
  const label = { label: ref('message') };
  const action = object({
    ...label,
    access: ref('access'),
    to: ref('anAddress'),
    call: ref('aCall'),
    then: ref('anAddress'),
    success: ref('message'),
    failure: ref('message'),
    confirm: object({ message: ref('message') }),
  });
  return {
    action,
    block: {
      ...object({
        entity: ref('anEntity'),
        access: ref('access'),
        title: ref('text'),
        empty: ref('message'),
        find: ref('aFind'),
        open: ref('anAddress'),
        actions: list(ref('action')),
        rowActions: list(ref('action')),
        save: object({
          ...label,
          access: ref('access'),
          route: ref('aCall'),
          then: ref('anAddress'),
          success: ref('message'),
        }),
        cancel: object({ ...label, to: ref('anAddress') }),
      }),
      allOf: [
        {
          if: { properties: { kind: { const: 'widget' } }, required: ['kind'] },
          // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
          then: ref('blocksWidget'),
        },
        ...about(model, 'entity', (id) => blockOf(ref(`field.${id}`), ref(`record.${id}`))),
      ],
    },
  };
}

/** Fields by their bare path, or as an object that says more of them. */
function blockOf(own, record) {
  const named = (word, widget) => ({ anyOf: [own, { allOf: [object({ [word]: own }), ref(widget)] }] });
  const columns = list(named('path', 'columnsWidget'));
  const item = named('field', 'fieldsWidget');
  const sections = { anyOf: [list(object({ title: ref('text'), items: list(item) })), { type: 'string' }] };
  return object({
    columns,
    filters: list(object({ path: own })),
    sort: list(own),
    where: list(object({ path: own })),
    views: list(object({ columns })),
    sections,
    initial: record,
    edit: object({ sections }),
    form: object({ sections, initial: record }),
  });
}
