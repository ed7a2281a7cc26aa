import type { ConflictOptions } from '../data/dialogs.tsx';
import { formatValue } from '../widgets/formatValue.ts';
import type { FormTools } from './FormTools.ts';
import { patternOf } from './pointer.ts';

/** How the conflict dialog names fields and writes their values. */
export function describeConflict(tools: FormTools): Pick<ConflictOptions, 'label' | 'format'> {
  const { form, say, locale } = tools;
  const fieldOf = (path: string) => form.entity.fieldByPath.get(patternOf(path));
  return {
    label: (path) => say(fieldOf(path)?.label ?? path.slice(1)),
    format: (path, value) => {
      const field = fieldOf(path);
      const item =
        field?.lookup && tools.model.lookups.get(field.lookup)?.items.find(({ Id }) => Id === value);
      if (item) return say(`lookup.${field.lookup}.${item.Name}`);
      const words = { yes: say('ui.yes'), no: say('ui.no') };
      return formatValue(value, { kind: field?.kind ?? 'json', scale: field?.scale, locale, ...words });
    },
  };
}
