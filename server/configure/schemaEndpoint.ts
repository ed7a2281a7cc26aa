/** `/configure/entity-schema`: entities with fields, proposed from a JSON Schema. */
import { formatMessage, proposeSchema, type SchemaField, type SchemaRoot, schemaRoots } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { json } from '../http/respond.ts';
import { may, type Static, sent, Type } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { configuring } from './draftEndpoints.ts';

/** Characters of a schema; larger ones describe more than anyone makes fields of. */
const largest = 2_000_000;

const schemaBody = sent({
  Schema: Type.String({ maxLength: largest }),
  At: may(Type.String({ maxLength: 1000 })),
});

export function schemaEndpoint(): Endpoint {
  return {
    ...configuring,
    method: 'POST',
    path: '/configure/entity-schema',
    // A text within JSON is longer by its quotes and line ends.
    ...taking(schemaBody, proposals, { limit: largest * 2 }),
  };
}

function proposals(call: ApiCall, { Schema, At }: Static<typeof schemaBody>): Response {
  const document = documentIn(Schema);
  const roots = schemaRoots(document);
  const root = At === undefined || At === null ? roots[0] : roots.find(({ at }) => at === At);
  if (!root) throw refusals.noSchema();
  const { entities, misfits, misfitCount } = proposeSchema(document, root.at);
  const say = sayer(call);
  return json({
    At: root.at,
    Roots: roots.map(({ at, title }: SchemaRoot) => ({ At: at, Title: title })),
    Entities: entities.map(({ title, owner, fields }) => ({
      Title: title,
      Owner: owner ?? null,
      Columns: fields.map((field, at) => columnOf(field, at, say)),
    })),
    Misfits: misfits.map(({ at, code, params }) => ({ At: at, Reason: say(`misfit.${code}`, params) })),
    MisfitCount: misfitCount,
  });
}

type Sayer = (key: string, params: SchemaField['reason']['params']) => string;

const sayer =
  ({ runtime: { model }, locale }: ApiCall): Sayer =>
  (key, params) =>
    formatMessage(model, locale, key, params);

function columnOf({ at, name, title, type, facts, reason, needs }: SchemaField, index: number, say: Sayer) {
  return {
    At: index,
    Name: name,
    Title: title,
    Samples: [at],
    Type: type,
    Facts: facts,
    Reason: say(`proposal.${reason.code}`, reason.params),
    Needs: needs,
  };
}

function documentIn(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw refusals.schemaUnreadable({
      params: { reason: String((cause as Error).message).slice(0, 200) },
      cause,
    });
  }
}
