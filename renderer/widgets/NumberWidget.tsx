import { kinds } from '#engine';
import { NumberField } from '../parts/NumberField.tsx';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { ValueProps, WidgetEntry } from './types.ts';

/** Numbers, percentages and money, in the format of the locale. */
export function NumberWidget(props: ValueProps) {
  const { field, value } = props.view;
  const { minimum, maximum } = field.limits;
  const { column, unit } = kinds[field.kind];
  const isWhole = column === 'integer';
  return (
    <NumberField
      {...controlProps(props)}
      value={value as number | string | null | undefined}
      scale={isWhole ? 0 : field.scale}
      unit={unit}
      minimum={minimum}
      maximum={maximum}
      // An accidental arrow key must not change a price.
      step={isWhole ? 1 : 0}
      onChange={(number) => props.onChange(number ?? null)}
    />
  );
}

export const numberEntry: WidgetEntry = {
  name: 'number',
  tester: named('number'),
  component: NumberWidget,
  frame: 'field',
};
