import { loadValidatorRuntime, type Validators } from '#engine';

type ValidatorModule = {
  readonly needs: readonly string[];
  readonly createValidators: (require: (name: string) => unknown) => Validators;
};

/** Imports the schema checks compiled by the server as a module, so the CSP needs no `unsafe-eval`. */
export async function loadValidators(version: string): Promise<Validators> {
  const address = `/api/model/validators.js?v=${encodeURIComponent(version)}`;
  const { needs, createValidators } = (await import(/* @vite-ignore */ address)) as ValidatorModule;
  return createValidators(await loadValidatorRuntime(needs));
}
