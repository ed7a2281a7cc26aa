/** The call of someone without a login: it may write the fields of one form, and nothing else. */
import {
  type Access,
  type DataRecord,
  type EntityModel,
  locales,
  type PublicFormModel,
  type UserContext,
} from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';
import { guardedStore } from '../operations/guardedStore.ts';
import type { OperationCall, Runtime } from '../operations/OperationCall.ts';
import { authorOf, namesOf } from './formNamed.ts';

/** Anyone who is signed in in the same browser plays no part. */
export function formCall(call: ApiCall, runtime: Runtime, form: PublicFormModel): OperationCall {
  const { model } = runtime;
  const entity = model.entities.get(form.entity) as EntityModel;
  const features = featuresFor(entity, [...namesOf(form), ...Object.keys(form.set)]);
  const name = authorOf(form);
  const user: UserContext = { Id: '', UserName: name, DisplayName: name, Roles: [], Features: [...features] };
  const store = guardedStore(runtime.store, { model, features });
  return {
    ...operationCall({ ...call, session: undefined }),
    ...{ runtime: { ...runtime, store }, user, features, locale: localeOf(call, form) },
  };
}

/** One right for each field that asks for its own. */
function featuresFor({ policy }: EntityModel, names: readonly string[]): ReadonlySet<string> {
  const first = (access: Access | undefined) =>
    access?.kind === 'feature' && access.anyOf[0] !== undefined ? [access.anyOf[0]] : [];
  return new Set(names.flatMap((name) => first(policy.fields[name]?.write)));
}

/** The language that the page was read in. */
function localeOf({ locale }: ApiCall, { languages }: PublicFormModel): OperationCall['locale'] {
  const [first = 'en-CA'] = languages;
  return locales.find((one) => one === locale && languages.includes(one)) ?? first;
}

/** What expressions of the form read besides the answer. */
export function varsOf(call: OperationCall, record: DataRecord): Record<string, unknown> {
  const { today, now, user, locale, runtime } = call;
  return { today, now, user, locale, record, action: 'create', model: runtime.model };
}
