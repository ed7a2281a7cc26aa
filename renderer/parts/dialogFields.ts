/** Reads the fields of a dialog from the DOM, whatever kinds it draws. */

const fields =
  'input:not([type="hidden"], [type="search"]), textarea, select, [contenteditable="true"], button[aria-haspopup="listbox"], [role="option"], [role="switch"]';

/** All input as one string, to detect changes. */
export function enteredIn(body: HTMLElement): string {
  const own = [...body.querySelectorAll<HTMLElement>(fields)].filter(
    // Parts that load rows of their own say what was entered in them.
    (field) => !field.closest('[data-not-entered]'),
  );
  return JSON.stringify(own.map(entered));
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

/** The field that gets focus first: the first visible one; in a radio group, the checked one. */
export function firstField(body: HTMLElement): HTMLElement | undefined {
  const all = [...body.querySelectorAll<HTMLElement>(focusable)];
  const first = all.find((one) => one.checkVisibility() && isInSight(one, body));
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first;
  const group = all.filter((one) => one instanceof HTMLInputElement && one.name === first.name);
  return group.find((one) => (one as HTMLInputElement).checked) ?? first;
}

/** Fields below the fold do not count: the text above them should be read first. */
function isInSight(field: HTMLElement, body: HTMLElement): boolean {
  return field.getBoundingClientRect().top < body.getBoundingClientRect().bottom;
}

/** The first invalid field, or else the first empty required one. */
export function firstInTheWay(body: HTMLElement): HTMLElement | undefined {
  const all = [...body.querySelectorAll<HTMLElement>(focusable)];
  const isEmpty = (field: HTMLElement) => 'value' in field && field.value === '';
  return (
    all.find((field) => field.getAttribute('aria-invalid') === 'true') ??
    all.find((field) => field.getAttribute('aria-required') === 'true' && isEmpty(field))
  );
}

/** Whether Enter in a field submits the dialog: not in a multiline text, nor while a list is open. */
export function isSubmitKey(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'target' | 'isComposing'>,
): boolean {
  const { key, altKey, target, isComposing } = event;
  if (key !== 'Enter' || altKey || isComposing) return false;
  const isForced = event.ctrlKey || event.metaKey;
  if (target instanceof HTMLTextAreaElement) return isForced;
  if (!(target instanceof HTMLInputElement) || target.type === 'file') return false;
  // A form inside the dialog submits itself.
  return target.getAttribute('aria-expanded') !== 'true' && target.form === null;
}

/** Fields with overlong texts, each of which shows its own message. */
export function overlongIn(body: HTMLElement): readonly { readonly id: string; readonly label: string }[] {
  return [...body.querySelectorAll<HTMLInputElement>('[data-overlong]')].map((field) => ({
    id: field.id,
    label:
      field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent?.replace(/\*$/, '').trim() ?? '',
  }));
}
