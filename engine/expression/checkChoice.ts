import { nearestName } from '../text/nearestName.ts';
import type { ExpressionType } from './functionTypes.ts';
import { type Problem, type Tree, withoutBrackets } from './tree.ts';
import { type Checking, itemType } from './typeFacts.ts';

/** Fixed values that are no choice of the type: such a comparison never holds, such a value is refused. */
export function choiceProblems(
  type: ExpressionType,
  given: Tree,
  suggest: Checking['suggest'] = (known) => known,
): readonly Problem[] {
  const item = itemType(type);
  const choices = 'choices' in item ? item.choices?.() : undefined;
  if (!choices) return [];
  return fixedValues(given).flatMap((part): readonly Problem[] => {
    const { value } = part;
    if (value === null || typeof value === 'boolean' || choices.includes(value)) return [];
    const near = nearestName(String(value), suggest(choices.map(String)));
    const fix = choices.find((choice) => String(choice) === near);
    const written = JSON.stringify(value);
    const place = { at: part.at, length: written.length, code: 'choice', level: 'warning' } as const;
    if (fix === undefined) return [{ message: `There is no choice ${written} in this list.`, ...place }];
    const better = JSON.stringify(fix);
    const message = `There is no choice ${written} in this list; did you mean ${better}?`;
    return [{ message, ...place, fix: better }];
  });
}

/** What an expression gives as written, whichever way it decides. */
function fixedValues(tree: Tree): readonly Extract<Tree, { kind: 'literal' }>[] {
  const part = withoutBrackets(tree);
  if (part.kind === 'literal') return [part];
  if (part.kind === 'list') return part.of.flatMap(fixedValues);
  if (part.kind === 'condition') return [part.yes, ...(part.no ? [part.no] : [])].flatMap(fixedValues);
  return [];
}
