/** `POST /configure/draft/edits`: merges a person's edits into the current draft. */
import { applyEdits, type Change, type ChangeEdit, changeKey, type EditStep } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { anObject, anything, listOf, may, revision, type Static, sent, Type, text } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { readRevision } from '../routes/readRecord.ts';
import { type ConfigureServices, callAt } from './ConfigureServices.ts';
import { changeDraft, configuring, namedChange, refuseUnkeepable, remembered } from './draftEndpoints.ts';

/** Far more than one save contains. */
const most = 2000;
const deepest = 12;

/** One edit: the place, its old value and its new value. */
const aStep = sent({
  At: text,
  From: Type.Optional(anything),
  To: Type.Optional(anything),
  Put: may(text),
  Take: may(text),
});
const anEdit = sent({ kind: text, name: text, Steps: may(listOf(aStep)), Gone: may(anObject) });
const editsBody = sent({ Revision: revision, Edits: listOf(anEdit) });

export function editEndpoint(services: ConfigureServices): Endpoint {
  return {
    ...configuring,
    method: 'POST',
    path: '/configure/draft/edits',
    ...taking(editsBody, (call, body) => edit(services, call, body)),
  };
}

/** Edits of different places merge, no matter who made them; 409 when two edits conflict. */
async function edit(
  services: ConfigureServices,
  call: ApiCall,
  body: Static<typeof editsBody>,
): Promise<Response> {
  const at = callAt(services, call);
  const edits = editsOf(body.Edits);
  const touched = new Set(edits.map(changeKey));
  return changeDraft(at, readRevision(call, body), (changes) => {
    const { changes: next, conflicts } = applyEdits(changes, edits);
    if (conflicts.length > 0) {
      const Conflicts = conflicts.map(({ kind, name, at }) => ({ Kind: kind, Name: name, At: at }));
      const [first] = conflicts;
      throw refusals.editOvertaken({
        params: { name: `${first?.kind}/${first?.name}` },
        extra: { Conflicts },
      });
    }
    const before = new Map(changes.map((change) => [changeKey(change), change]));
    return next.map((change) => {
      if (!touched.has(changeKey(change))) return change;
      refuseUnkeepable(at, change);
      return remembered(at.models.shipped(), change, before.get(changeKey(change)));
    });
  });
}

function editsOf(given: readonly Static<typeof anEdit>[]): readonly ChangeEdit[] {
  const edits = given.map(editOf);
  const steps = edits.reduce((sum, one) => sum + ('steps' in one ? one.steps.length : 1), 0);
  if (steps > most) throw refusals.tooManyChanges({ params: { limit: most, count: steps } });
  return edits;
}

/** `Steps` of one change, or `Gone`: the content of a removed change. */
function editOf({ Gone, Steps, ...given }: Static<typeof anEdit>): ChangeEdit {
  const named = namedChange(given);
  if (Gone) return { ...named, gone: { ...Gone, ...named } as unknown as Change };
  if (!Steps) throw refusals.bodyNotObject();
  return { ...named, steps: Steps.map(stepOf) };
}

function stepOf({ At: at, Put: put, Take: take, From: from, To: to }: Static<typeof aStep>): EditStep {
  if (!isPlace(at)) throw refusals.badAddress();
  if (typeof put === 'string') return { at, put };
  if (typeof take === 'string') return { at, take };
  return { at, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** A member of the change or of a nested object, except the members that identify the change. */
function isPlace(at: string): boolean {
  const [start, ...names] = at.split('/');
  const isReserved = (name: string) => name === '' || name in Object.prototype;
  if (start !== '' || names.length === 0 || names.length > deepest || names.some(isReserved)) return false;
  return !['kind', 'name', 'was'].includes(names[0] ?? '');
}
