/** What stands in the fields of a window, read from the page: whatever kinds of field the window draws. */

const fields =
  'input:not([type="hidden"], [type="search"]), textarea, select, [contenteditable="true"], button[aria-haspopup="listbox"], [role="option"], [role="switch"]';

/** All that a person can have entered, as one text; two of them differ as soon as anything was entered. */
export function enteredIn(body: HTMLElement): string {
  return JSON.stringify([...body.querySelectorAll<HTMLElement>(fields)].map(entered));
}

function entered(field: HTMLElement): unknown {
  if (field instanceof HTMLInputElement)
    return isTicked(field) ? field.checked : field.type === 'file' ? field.files?.length : field.value;
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) return field.value;
  return [field.textContent, field.getAttribute('aria-selected'), field.getAttribute('aria-checked')];
}

const isTicked = ({ type }: HTMLInputElement) => type === 'checkbox' || type === 'radio';

const focusable =
  ':is(input, textarea, select, button[aria-haspopup="listbox"], [contenteditable="true"], [role="listbox"]):not([disabled], [readonly], [type="hidden"], [tabindex="-1"])';

/** The field a window begins in: the first in sight, of a group of radio buttons the one that is chosen. */
export function firstField(body: HTMLElement): HTMLElement | undefined {
  const all = [...body.querySelectorAll<HTMLElement>(focusable)];
  const first = all.find((one) => one.checkVisibility() && isInSight(one, body));
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first;
  const group = all.filter((one) => one instanceof HTMLInputElement && one.name === first.name);
  return group.find((one) => (one as HTMLInputElement).checked) ?? first;
}

/** A field below the fold is not begun with: what stands above it is to be read first. */
function isInSight(field: HTMLElement, body: HTMLElement): boolean {
  return field.getBoundingClientRect().top < body.getBoundingClientRect().bottom;
}

/** The field that stands in the way: one with a mistake, else one that must not stay empty. */
export function firstInTheWay(body: HTMLElement): HTMLElement | undefined {
  const all = [...body.querySelectorAll<HTMLElement>(focusable)];
  const isEmpty = (field: HTMLElement) => 'value' in field && field.value === '';
  return (
    all.find((field) => field.getAttribute('aria-invalid') === 'true') ??
    all.find((field) => field.getAttribute('aria-required') === 'true' && isEmpty(field))
  );
}

/** Whether Enter in a field is meant for the window: not in a text of several lines, nor while a list is open. */
export function isSubmitKey(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'target' | 'isComposing'>,
): boolean {
  const { key, altKey, target, isComposing } = event;
  if (key !== 'Enter' || altKey || isComposing) return false;
  const isForced = event.ctrlKey || event.metaKey;
  if (target instanceof HTMLTextAreaElement) return isForced;
  if (!(target instanceof HTMLInputElement) || target.type === 'file') return false;
  // A form of its own in the window sends itself.
  return target.getAttribute('aria-expanded') !== 'true' && target.form === null;
}

/** Texts that are longer than their fields take: each says so at its place. */
export function overlongIn(body: HTMLElement): readonly { readonly id: string; readonly label: string }[] {
  return [...body.querySelectorAll<HTMLInputElement>('[data-overlong]')].map((field) => ({
    id: field.id,
    label:
      field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent?.replace(/\*$/, '').trim() ?? '',
  }));
}
