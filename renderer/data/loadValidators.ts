import { loadValidatorRuntime, type Validators } from '#engine';

type ValidatorModule = {
  readonly needs: readonly string[];
  readonly createValidators: (require: (name: string) => unknown) => Validators;
};

/** The schema checks as the server compiled them: an ordinary module, so that no policy of content is bent. */
export async function loadValidators(version: string): Promise<Validators> {
  const address = `/api/model/validators.js?v=${encodeURIComponent(version)}`;
  const { needs, createValidators } = (await import(/* @vite-ignore */ address)) as ValidatorModule;
  return createValidators(await loadValidatorRuntime(needs));
}
