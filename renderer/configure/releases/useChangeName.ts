import type { Change } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { useWork } from '../work.tsx';

/** Names a change for people: « Field: Product › Inspection fee ». */
export function useChangeName() {
  const say = useMessage();
  const { model, say: label } = useWork();
  return ({ kind, name }: Pick<Change, 'kind' | 'name'>): string => {
    const told = say(`configure.kind.${kind}`);
    const [first = '', ...rest] = (kind === 'adjust' ? name.slice(name.indexOf('.') + 1) : name).split('.');
    const entity = model.entities.get(first);
    const field = entity?.fieldByPath.get(rest.join('.'));
    const words = entity ? [label(entity.title), field ? label(field.label) : rest.join('.')] : [name];
    return say('ui.labelled', { label: told, text: words.filter(Boolean).join(' › ') });
  };
}
