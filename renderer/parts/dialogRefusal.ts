/** What a window says after its call was refused: errors at their fields, all others above. */
import type { ServerError } from '#engine';
import { fieldOfError } from './fieldOfError.ts';

/** A field whose error prevents the main action. */
export type DialogProblem = { readonly id: string; readonly label: string; readonly text?: string };

export type DialogRefusal = {
  /** Sentences about no field of the window. */
  readonly texts: readonly string[];
  /** Fields with errors, in the order of the window. */
  readonly problems: readonly DialogProblem[];
  /** Sentences by the id of their field. */
  readonly byField: ReadonlyMap<string, readonly string[]>;
};

type Placing = {
  readonly body: HTMLElement;
  readonly message: string;
  readonly errors: readonly ServerError[];
  /** Shows the errors that it can at its own fields, and returns the others. */
  readonly place?: ((errors: readonly ServerError[]) => readonly ServerError[]) | undefined;
};

/** Finds a field of the window for each error; a field names its value by `data-name` or `data-path`. */
export function placeErrors({ body, message, errors, place }: Placing): DialogRefusal {
  const named = namedIn(body);
  const fieldOf = ({ Path, Key }: ServerError) =>
    named.get(fieldOfError(Path ?? Key, [...named.keys()]) ?? '');
  const rest = place ? place(errors) : errors;
  const byField = new Map<string, readonly string[]>();
  for (const error of rest) {
    const field = fieldOf(error);
    if (field) byField.set(field.id, [...(byField.get(field.id) ?? []), error.Value]);
  }
  const textOf = (field: DialogProblem) => {
    const own = errors.filter((error) => fieldOf(error) === field);
    return [...new Set(own.map(({ Value }) => Value))].filter(Boolean).join(' ');
  };
  const found = new Set(errors.flatMap((error) => fieldOf(error) ?? []));
  // A form may hide the field that an error is about.
  const others = errors.filter((error) => !fieldOf(error)).map(({ Value }) => Value);
  return {
    texts: errors.length === 0 ? [message] : [...new Set(others)],
    problems: [...new Set(named.values())]
      .filter((field) => found.has(field))
      .map((field) => ({ ...field, text: textOf(field) })),
    byField,
  };
}

/** The fields of the window by the path of their value. */
function namedIn(body: HTMLElement): ReadonlyMap<string, DialogProblem> {
  const byId = new Map<string, DialogProblem>();
  const found = [...body.querySelectorAll<HTMLElement>('[data-name], [data-path]')].flatMap((place) => {
    const field = place.matches('[data-field]') ? place : place.querySelector<HTMLElement>('[data-field]');
    const id = field?.dataset.field ?? place.querySelector<HTMLElement>('[id]:is(input, textarea)')?.id;
    if (id === undefined) return [];
    const problem = byId.get(id) ?? { id, label: labelOf(id, body) };
    byId.set(id, problem);
    return [[place.dataset.name ?? place.dataset.path ?? '', problem] as const];
  });
  return new Map(found);
}

function labelOf(id: string, body: HTMLElement): string {
  const control = document.getElementById(id);
  const label =
    document.getElementById(`${id}-label`)?.textContent ??
    control?.getAttribute('aria-label') ??
    (control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : undefined) ??
    body.querySelector(`label[for="${CSS.escape(id)}"]`)?.textContent ??
    '';
  return label.replace(/\*$/, '').trim();
}

const focusable =
  'input:not([disabled]), textarea:not([disabled]), select, button:not([disabled]), [contenteditable="true"], [tabindex="0"]';

/** Focuses a field; the id of a choice or a group is on its frame. */
export function focusProblem(id: string): boolean {
  const frame = document.getElementById(id) ?? document.querySelector(`[data-field="${CSS.escape(id)}"]`);
  const target = frame?.matches(focusable) ? frame : frame?.querySelector(focusable);
  if (!(target instanceof HTMLElement)) return false;
  target.focus();
  return true;
}
