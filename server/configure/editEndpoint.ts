/** `POST /configure/draft/edits`: what somebody changed of their draft, laid over it as it is by now. */
import { applyEdits, type Change, type ChangeEdit, changeKey, type DataRecord, type EditStep } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { member } from '../http/member.ts';
import { readBody } from '../http/readBody.ts';
import { isObject, readRevision } from '../routes/readRecord.ts';
import { type ConfigureServices, callAt } from './ConfigureServices.ts';
import { changeDraft, configuring, namedChange, refuseUnkeepable, remembered } from './draftEndpoints.ts';

/** Far more than anybody does at once. */
const most = 2000;
const deepest = 12;

export function editEndpoint(services: ConfigureServices): Endpoint {
  return {
    ...configuring,
    method: 'POST',
    path: '/configure/draft/edits',
    handle: (call) => edit(services, call),
  };
}

/** Edits of different places all hold, whoever made them and in whichever window; 409 where two meet in one. */
async function edit(services: ConfigureServices, call: ApiCall): Promise<Response> {
  const at = callAt(services, call);
  const body = await readBody(call.request, call.runtime.model.settings.bodyLimitBytes);
  if (!isObject(body)) throw refusals.bodyNotObject();
  const edits = editsOf(member(body, 'Edits'));
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

function editsOf(given: unknown): readonly ChangeEdit[] {
  if (!Array.isArray(given) || !given.every(isObject)) throw refusals.bodyNotObject();
  const edits = given.map(editOf);
  const steps = edits.reduce((sum, one) => sum + ('steps' in one ? one.steps.length : 1), 0);
  if (steps > most) throw refusals.tooManyChanges({ params: { limit: most, count: steps } });
  return edits;
}

/** `Steps` of one change, or `Gone`: what it said when it was taken out. */
function editOf(given: DataRecord): ChangeEdit {
  const named = namedChange({ kind: member(given, 'kind'), name: member(given, 'name') });
  const gone = member(given, 'Gone');
  if (isObject(gone)) return { ...named, gone: { ...gone, ...named } as unknown as Change };
  const steps = member(given, 'Steps');
  if (!Array.isArray(steps) || !steps.every(isObject)) throw refusals.bodyNotObject();
  return { ...named, steps: steps.map(stepOf) };
}

function stepOf(given: DataRecord): EditStep {
  const at = member(given, 'At');
  if (typeof at !== 'string' || !isPlace(at)) throw refusals.badAddress();
  const [put, take] = [member(given, 'Put'), member(given, 'Take')];
  if (typeof put === 'string') return { at, put };
  if (typeof take === 'string') return { at, take };
  const [from, to] = [member(given, 'From'), member(given, 'To')];
  return { at, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** A member of the change or of a text in it; what every change is known by is in no step. */
function isPlace(at: string): boolean {
  const [start, ...names] = at.split('/');
  const isReserved = (name: string) => name === '' || name in Object.prototype;
  if (start !== '' || names.length === 0 || names.length > deepest || names.some(isReserved)) return false;
  return !['kind', 'name', 'was'].includes(names[0] ?? '');
}
