import { compileBundle, type Model, type ModelBundle, type Validators } from '#engine';
import type { Api } from '../data/createApi.ts';
import { loadValidators } from '../data/loadValidators.ts';
import type { SessionBody } from './SessionBody.ts';

/** A model that came into force while the page was open, with all that hangs on it. */
export type Taken = {
  readonly model: Model;
  readonly validators: Validators;
  /** Who is signed in, with the features that the roles give now. */
  readonly session: SessionBody;
};

/** Loads what is in force now, whole: nothing is shown by half of it. */
export async function loadTaken(api: Api): Promise<Taken> {
  const [bundle, session] = await Promise.all([
    api.get<ModelBundle>('/model'),
    api.get<SessionBody>('/session'),
  ]);
  return { model: compileBundle(bundle), validators: await loadValidators(bundle.version), session };
}
