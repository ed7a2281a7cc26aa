/** The tools of an assistant: made from the declarations, with what the caller may use. */
import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Schema } from '../http/fieldSchemas.ts';
import { anId, anObject, flag, listOf, may, oneOf, sent, type TSchema, Type } from '../http/sent.ts';
import { holdTo } from '../http/takeBody.ts';
import { describeEntity, explainEntity, sayFor } from './describeEntity.ts';
import { type Change, confirmChange, draftChange, type Told } from './draftChange.ts';
import type { Inner } from './innerCall.ts';
import { reachNamed, reachOf, withId } from './reach.ts';

export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly schema: Schema;
  readonly isWrite?: boolean;
  readonly run: (asked: DataRecord) => Promise<Told>;
};

const short = Type.String({ minLength: 1, maxLength: 200 });
const operator = oneOf('eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in', 'contains', 'startsWith', 'words', 'filled');
const fields = may(listOf(short, { maxItems: 100 }));

const schemaOf = (schema: TSchema): Schema => schema as unknown as Schema;

const findSchema = schemaOf(
  sent({
    filters: may(
      listOf(sent({ field: short, operator, value: Type.String({ maxLength: 1000 }) }), { maxItems: 20 }),
    ),
    sort: may(short),
    descending: may(flag),
    page: may(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    pageSize: may(Type.Integer({ minimum: 1, maximum: 50 })),
    fields,
  }),
);
const readSchema = schemaOf(sent({ id: anId, fields }));
const entitySchema = schemaOf(sent({ entity: short }));
const explainSchema = schemaOf(sent({ entity: short, field: may(short) }));
const change = { entity: short, id: may(anId), values: anObject };
const draftSchema = schemaOf(sent(change));
const confirmSchema = schemaOf(sent({ ...change, token: Type.String({ maxLength: 300 }) }));

/** Characters of an answer: what an assistant can take in. */
const longest = 60_000;

export function toolsOf(call: ApiCall, inner: Inner): readonly Tool[] {
  const say = sayFor(call);
  const reach = reachOf(call);
  const of = reach.flatMap(({ entity, find, read }): readonly Tool[] => {
    const own = entity.id.replaceAll('-', '_');
    const [title, plural] = [say(entity.title), say(entity.plural)];
    return [
      ...(find
        ? [
            {
              ...{ name: `find_${own}`, title: plural, description: say('mcp.find', { plural }) },
              ...{ schema: findSchema, run: (asked: DataRecord) => found(call, inner, find.path, asked) },
            },
          ]
        : []),
      ...(read
        ? [
            {
              ...{ name: `read_${own}`, title, description: say('mcp.read', { title }), schema: readSchema },
              run: async ({ id, fields }: DataRecord) =>
                whole(await inner('GET', withId(read, String(id))), fields),
            },
          ]
        : []),
    ];
  });
  const entities = reach.map(({ entity }) => entity.id).join(', ');
  const about = (key: string) => `${say(key)} entity: ${entities}`.slice(0, 6000);
  const general: readonly Tool[] = [
    {
      ...{ name: 'describe_entity', title: 'describe_entity', description: about('mcp.describe') },
      schema: entitySchema,
      run: async ({ entity }) => bounded(describeEntity(call, reachNamed(call, String(entity)))),
    },
    {
      ...{ name: 'explain', title: 'explain', description: say('mcp.explain'), schema: explainSchema },
      run: async ({ entity, field }) =>
        bounded(explainEntity(call, reachNamed(call, String(entity)), field ? String(field) : undefined)),
    },
  ];
  return [...general, ...changing(call, inner, reach), ...of];
}

function changing(call: ApiCall, inner: Inner, reach: ReturnType<typeof reachOf>): readonly Tool[] {
  const open = reach.filter(({ create, update, read }) => create || (update && read));
  if (open.length === 0) return [];
  const say = sayFor(call);
  const entities = open.map(({ entity }) => entity.id).join(', ');
  return [
    {
      ...{ name: 'draft_change', title: 'draft_change', schema: draftSchema },
      description: `${say('mcp.draft')} entity: ${entities}`.slice(0, 6000),
      run: async (asked) => draftChange(call, inner, asked as Change),
    },
    {
      ...{ name: 'confirm_change', title: 'confirm_change', schema: confirmSchema, isWrite: true },
      description: say('mcp.confirm'),
      run: async (asked) => confirmChange(call, inner, asked as Change & { readonly token: string }),
    },
  ];
}

/** The arguments are held to the schema that the list of tools shows. */
export const runTool = ({ schema, run }: Tool, given: unknown): Promise<Told> =>
  run(holdTo(schema, given ?? {}, refusals.malformed) as DataRecord);

async function found(call: ApiCall, inner: Inner, path: string, asked: DataRecord): Promise<Told> {
  const query = new URLSearchParams({
    page: String(asked.page ?? 1),
    pageSize: String(asked.pageSize ?? 20),
  });
  for (const { field, operator, value } of (asked.filters ?? []) as readonly Record<string, string>[]) {
    query.append('FilterProperty', field as string);
    query.append('FilterOperator', operator as string);
    query.append('FilterValue', value as string);
  }
  if (asked.sort) {
    query.set('sortFields', String(asked.sort));
    query.set('sortDirections', asked.descending === true ? 'desc' : 'asc');
  }
  const { status, body } = await inner('GET', `${path}?${query}`);
  if (status >= 400) return { body, isError: true };
  const all = ((body.Items ?? []) as readonly DataRecord[]).map((item) => picked(item, asked.fields));
  let count = all.length;
  while (count > 1 && JSON.stringify(all.slice(0, count)).length > longest) count = Math.floor(count / 2);
  const cut = count < all.length ? { Note: sayFor(call)('mcp.cut', { count }) } : {};
  return bounded({ ...cut, TotalItems: body.TotalItems, Items: all.slice(0, count) });
}

function whole({ status, body }: Awaited<ReturnType<Inner>>, fields: unknown): Told {
  if (status >= 400) return { body, isError: true };
  return bounded(picked(body, fields));
}

function picked(record: DataRecord, fields: unknown): DataRecord {
  if (!Array.isArray(fields) || fields.length === 0) return record;
  const wanted = new Set(['Id', 'Revision', ...fields.map(String)]);
  return Object.fromEntries(Object.entries(record).filter(([name]) => wanted.has(name)));
}

function bounded(body: DataRecord): Told {
  if (JSON.stringify(body).length > longest) throw refusals.mcpTooLarge();
  return { body };
}
