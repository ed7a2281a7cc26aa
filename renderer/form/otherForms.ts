import type { FormBlock, FormState, Issue, Model, ScreenModel } from '#engine';
import { allows } from '../data/allows.ts';
import { fillPath } from '../data/fillPath.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { patternOf } from './pointer.ts';

/** Whether the field of an issue, or its list, is visible on this form. */
export function isInSight(form: FormState, { path }: Pick<Issue, 'path'>): boolean {
  if (path === '') return true;
  const [top = ''] = path.slice(1).split('/');
  const known = form.entity.fieldByPath.has(patternOf(path)) ? path : `/${top}`;
  return form.entity.fieldByPath.has(patternOf(known)) && form.view(known).visible;
}

/** Another form that shows a field, and the field's address there. */
type OtherForm = { readonly block: FormBlock; readonly to: string };

type Asked = {
  readonly model: Model;
  readonly form: FormState;
  readonly features: readonly string[];
  readonly scope: ScreenScope;
  /** The path of the current page. */
  readonly here: string;
};

/** Finds a form of the same entity with this field, on a screen that the person may open. */
export function formWith(
  field: string,
  { model, form, features, scope, here }: Asked,
): OtherForm | undefined {
  const [top] = field.split('.');
  const places = ({ sections }: FormBlock) =>
    sections.some(({ items }) => items.some((item) => item.field.split('.')[0] === top));
  const found = [...model.screens.values()].flatMap((screen) => {
    const block = screen.blocks.find(
      (one): one is FormBlock =>
        one.kind === 'form' && one.entity === form.entity.id && one.record !== undefined && places(one),
    );
    const to = block && allows(screen.access, features) && addressOf(screen, block, { form, scope });
    const isOpen = block && allows(block.access, features) && isShown(block, scope);
    return block && to && isOpen ? [{ block, to: `${to}#${block.id}/${top}` }] : [];
  });
  // Prefer a form on the same page.
  return found.find(({ to }) => to.startsWith(`${here}#`)) ?? found[0];
}

function isShown({ visible }: FormBlock, scope: ScreenScope): boolean {
  return evaluateOn(visible, expressionScope(scope), !visible) === true;
}

/**
 * The address of a screen for this record: as it is for settings, with its id if the screen loads the record by a route parameter,
 * else with the current parameters.
 */
function addressOf(
  { route, data }: ScreenModel,
  block: FormBlock,
  { form, scope }: Pick<Asked, 'form' | 'scope'>,
): string | undefined {
  const source = data.find(({ name }) => name === block.record)?.id.text ?? '';
  // Settings are one record, which the screen names.
  if (/^'[^']+'$/.test(source) && !route.includes(':')) return route;
  const own = /^\$route\.(\w+)$/.exec(source)?.[1];
  const { Id } = form.stored();
  if (own === undefined || typeof Id !== 'string') return undefined;
  const values = { ...scope.route, [own]: Id };
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (!names.every((name) => name in values)) return undefined;
  return fillPath(route.replaceAll(/:(\w+)\??/g, '{route.$1}'), { route: values });
}
