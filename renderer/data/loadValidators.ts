import { type Validators, validatorRuntime } from '#engine';

type ValidatorModule = { readonly createValidators: (require: unknown) => Validators };

/** The schema checks as the server compiled them: an ordinary module, so that no policy of content is bent. */
export async function loadValidators(version: string): Promise<Validators> {
  const address = `/api/model/validators.js?v=${encodeURIComponent(version)}`;
  const { createValidators } = (await import(/* @vite-ignore */ address)) as ValidatorModule;
  return createValidators(validatorRuntime);
}
