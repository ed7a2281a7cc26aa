/** Proposes entities and their fields from a JSON Schema, and lists what has no counterpart. */
import { createNotes } from './createNotes.ts';
import { entityFrom } from './entityFrom.ts';
import { expandSchema, type Reader } from './expandSchema.ts';
import { anchorsOf, valueAt } from './pointers.ts';
import { rootsOf } from './rootsOf.ts';
import type { Made, Placed, Room, SchemaEntity, SchemaProposal } from './types.ts';

/** Schemas that are read; every reference counts each time. */
const mostRead = 20_000;
const mostEntities = 10;
/** Fields of all entities together: a draft is compiled as a whole at each change. */
const mostFields = 400;

/** `root`: the pointer of the schema within the document, for documents with several. */
export function proposeSchema(document: unknown, root = rootsOf(document)[0]?.at ?? ''): SchemaProposal {
  const notes = createNotes();
  const reader: Reader = { document, anchors: anchorsOf(document), notes, budget: { left: mostRead } };
  const room: Room = { left: mostFields };
  const entities: SchemaEntity[] = [];
  const placed = [{ schema: valueAt(document, root), at: root, trail: [`#${root}`] }];
  const waiting: Waiting[] = [{ placed }];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const made = madeOf(next, entities.length, { reader, room });
    if (!made) continue;
    const { title, fields, lists } = made;
    const owner = entities.length;
    entities.push({ at: next.placed[0]?.at ?? '', title, fields, ...next.owned });
    waiting.push(...lists.map((list) => ({ ...list, owned: { owner } })));
  }
  return { entities, misfits: notes.kept(), misfitCount: notes.count() };
}

type Waiting = {
  readonly placed: readonly Placed[];
  readonly title?: string;
  readonly owned?: { readonly owner: number };
};

/** Undefined for a list that becomes no entity; the first always does. */
function madeOf({ placed, title }: Waiting, count: number, { reader, room }: { reader: Reader; room: Room }) {
  const { notes } = reader;
  const at = placed[0]?.at ?? '';
  if (count >= mostEntities) {
    notes.note(at, 'too-many-entities', { count: mostEntities });
    return undefined;
  }
  const bag = expandSchema(reader, placed);
  const made: Made = bag ? entityFrom(bag, { reader, room, title }) : { title: '', fields: [], lists: [] };
  if (made.fields.length > 0) return made;
  notes.note(at, 'no-fields');
  return count === 0 ? made : undefined;
}
