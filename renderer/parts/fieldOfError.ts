/**
 * The field of a window that an error of the server is about. Fields are named by the path of their value in
 * the body; the path of an error may lead deeper (`/title/fr-CA`), less deep, or have the field's name inside
 * (`/Edits/0/put/title`).
 */
export function fieldOfError(path: string, names: readonly string[]): string | undefined {
  const error = stepsOf(path);
  if (error.length === 0) return undefined;
  const fields = names.map((name) => ({ name, steps: stepsOf(name) })).filter(({ steps }) => steps.length);
  const deepest = (found: typeof fields) => found.toSorted((a, b) => b.steps.length - a.steps.length)[0];
  const found =
    deepest(fields.filter(({ steps }) => startsAt(error, steps, 0))) ??
    deepest(fields.filter(({ steps }) => error.some((_, at) => startsAt(error, steps, at)))) ??
    fields.find(({ steps }) => error.some((_, at) => startsAt(steps, error.slice(at), 0)));
  return found?.name;
}

/** Steps of a path in either notation, without the numbers of rows and without case. */
function stepsOf(path: string): readonly string[] {
  return path
    .toLowerCase()
    .split(/[/.]/)
    .filter((step) => step !== '' && !/^\d+$/.test(step));
}

const startsAt = (whole: readonly string[], part: readonly string[], at: number): boolean =>
  at + part.length <= whole.length && part.every((step, index) => whole[at + index] === step);
