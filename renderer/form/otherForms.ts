import type { FormBlock, FormState, Issue, Model, ScreenModel } from '#engine';
import { allows } from '../data/allows.ts';
import { fillPath } from '../data/fillPath.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { patternOf } from './pointer.ts';

/** Whether the field of an issue, or the list it lies in, is in sight on this form. */
export function isInSight(form: FormState, { path }: Pick<Issue, 'path'>): boolean {
  if (path === '') return true;
  const [top = ''] = path.slice(1).split('/');
  const known = form.entity.fieldByPath.has(patternOf(path)) ? path : `/${top}`;
  return form.entity.fieldByPath.has(patternOf(known)) && form.view(known).visible;
}

/** A form that shows a field, and the address of the field in it. */
type OtherForm = { readonly block: FormBlock; readonly to: string };

type Asked = {
  readonly model: Model;
  readonly form: FormState;
  readonly features: readonly string[];
  readonly scope: ScreenScope;
  /** The path of the page in sight. */
  readonly here: string;
};

/** A form of the same entity that places the field, on a screen this person may open; undefined where there is none. */
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
  // What stands on the same page is nearer than another page.
  return found.find(({ to }) => to.startsWith(`${here}#`)) ?? found[0];
}

function isShown({ visible }: FormBlock, scope: ScreenScope): boolean {
  return evaluateOn(visible, expressionScope(scope), !visible) === true;
}

/** The address of the screen for the record at hand: its own id where the screen loads it by that, else as it is now. */
function addressOf(
  { route, data }: ScreenModel,
  block: FormBlock,
  { form, scope }: Pick<Asked, 'form' | 'scope'>,
): string | undefined {
  const source = data.find(({ name }) => name === block.record)?.id.text ?? '';
  const own = /^\$route\.(\w+)$/.exec(source)?.[1];
  const { Id } = form.stored();
  if (own === undefined || typeof Id !== 'string') return undefined;
  const values = { ...scope.route, [own]: Id };
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (!names.every((name) => name in values)) return undefined;
  return fillPath(route.replaceAll(/:(\w+)\??/g, '{route.$1}'), { route: values });
}
