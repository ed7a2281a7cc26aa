import type { ConfirmModel, Scope } from '#engine';
import type { ConfirmOptions, Dialogs, Missing } from './dialogs.tsx';
import { escapeMarkup } from './markup.ts';
import type { Say } from './messages.tsx';
import { evaluateOn } from './screenScope.ts';

type Asking = {
  readonly dialogs: Dialogs;
  readonly say: Say;
  readonly values: Scope;
  readonly title: string;
  /** Label of the button that answers the last question. */
  readonly yes: string;
  readonly tone: ConfirmOptions['tone'];
  /** Finds what the checks of a question report as missing. */
  readonly missing?: (checks: NonNullable<ConfirmModel['checks']>) => Promise<readonly Missing[]>;
};

/** Asks all applicable questions in order; stops at the first no. */
export async function confirmAll(confirms: readonly ConfirmModel[], asking: Asking): Promise<boolean> {
  const { dialogs, say, values, title, yes, tone } = asking;
  const open = confirms.filter((one) => evaluateOn(one.when, values, !one.when) === true);
  for (const one of open) {
    const about = evaluateOn(one.about, values, undefined);
    const missing = one.checks && (await asking.missing?.(one.checks));
    const isYes = await dialogs.confirm(confirmText(one, values, say), {
      title: about ? say('ui.labelled', { label: title, text: String(about) }) : title,
      missing,
      yes: one.isYesNo ? say('ui.yes') : one === open.at(-1) ? yes : say('ui.continue'),
      no: say(one.isYesNo ? 'ui.no' : 'ui.cancel'),
      tone,
    });
    if (!isYes) return false;
  }
  return true;
}

/** The text of a confirmation or alert. */
export function confirmText(
  { message, params }: Pick<ConfirmModel, 'message' | 'params'>,
  values: Scope,
  say: Say,
): string {
  const entries = Object.entries(params).map(([name, value]) => [
    name,
    escapeMarkup(evaluateOn(value, values, '')),
  ]);
  return say(message, Object.fromEntries(entries));
}
