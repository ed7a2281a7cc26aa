import type { Scope, TextModel } from '#engine';
import { type Say, useMessage } from './messages.tsx';
import { evaluateOn, expressionScope, type ScreenScope } from './screenScope.ts';

/** A declared text: a message, or an expression over the screen's data. */
export function useText(text: TextModel | undefined, scope: ScreenScope, root?: unknown): string {
  const say = useMessage();
  return text ? writeText(text, expressionScope(scope, root), say) : '';
}

/** The same outside React. */
export function writeText(text: TextModel, scope: Scope, say: Say): string {
  if ('expression' in text) return String(evaluateOn(text.expression, scope, '') ?? '');
  if ('by' in text) {
    const key = text.messages[String(evaluateOn(text.by, scope, ''))];
    return key ? say(key, paramsOf(text, scope)) : '';
  }
  return say(text.message, paramsOf(text, scope));
}

function paramsOf({ params = {} }: Exclude<TextModel, { expression: unknown }>, scope: Scope) {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, evaluateOn(value, scope, '')]),
  );
}
