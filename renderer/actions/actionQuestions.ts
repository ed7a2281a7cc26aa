import type { ActionModel, DataRecord } from '#engine';
import type { AskOptions } from '../data/dialogs.tsx';
import { fillPath } from '../data/fillPath.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { writeText } from '../data/useText.ts';
import { type Answered, answeredScope, type Ports } from './actionPorts.ts';
import { answerAt } from './answerAt.ts';

/** The questions of an action, with their initial answers. */
export function questionsOf(
  { scope, say }: Ports,
  { ask, label, tone }: ActionModel,
  root: unknown,
): Omit<AskOptions, 'send'> {
  const values = expressionScope(scope, root);
  const fields = ask?.fields ?? [];
  return {
    title: say(ask?.title ?? label),
    text: ask?.text && writeText(ask.text, values, say),
    fields: fields.map((field) => onThisPage(field, scope)),
    initial: Object.fromEntries(
      fields.map(({ name, initial }) => [name, evaluateOn(initial, values, undefined)]),
    ),
    taken: Object.fromEntries(fields.map(({ name, taken }) => [name, idsOf(evaluateOn(taken, values, []))])),
    holds: ({ check }, answers) =>
      evaluateOn(check, answeredScope(scope, { root, ask: answers }), !check) === true,
    yes: say(label),
    tone: tone === 'danger' ? 'danger' : 'neutral',
  };
}

const idsOf = (found: unknown): readonly string[] =>
  [found].flat(2).flatMap((id) => (id === null || id === undefined ? [] : String(id)));

/** The question whose answer is at the path in the body of a call of the action. */
export function questionAt(
  { scope }: Ports,
  { body, before, ask: questions }: ActionModel,
  { root, ask }: Pick<Answered, 'root' | 'ask'>,
  path: string,
): string | undefined {
  const names = questions?.fields.map(({ name }) => name) ?? [];
  for (const made of [body, before?.body]) {
    if (!made) continue;
    const bodyOf = (answers: DataRecord) => made.evaluate(answeredScope(scope, { root, ask: answers }));
    const found = answerAt(bodyOf, { answers: ask, names }, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Fills route parameters into the path of the choices; the dialog fills the other placeholders. */
function onThisPage(field: AskOptions['fields'][number], { route }: ScreenScope) {
  const optionsFrom = field.optionsFrom?.replace(/\{route\.\w+\}/g, (part) => fillPath(part, { route }));
  return { ...field, ...(optionsFrom === undefined ? {} : { optionsFrom }) };
}
