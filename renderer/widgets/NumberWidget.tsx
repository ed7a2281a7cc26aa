import type { FieldKind } from '#engine';
import { NumberField } from '../parts/NumberField.tsx';
import type { Unit } from '../parts/parseNumber.ts';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { ValueProps, WidgetEntry } from './types.ts';

/** Numbers, percentages and money, in the format of the locale. */
export function NumberWidget(props: ValueProps) {
  const { field, value } = props.view;
  const { minimum, maximum } = field.limits;
  return (
    <NumberField
      {...controlProps(props)}
      value={value as number | string | null | undefined}
      scale={field.kind === 'integer' ? 0 : field.scale}
      unit={units[field.kind]}
      minimum={minimum}
      maximum={maximum}
      // An accidental arrow key must not change a price.
      step={field.kind === 'integer' ? 1 : 0}
      onChange={(number) => props.onChange(number ?? null)}
    />
  );
}

const units: Partial<Record<FieldKind, Unit>> = { money: 'money', percent: 'percent' };

export const numberEntry: WidgetEntry = {
  name: 'number',
  tester: named('number', 'integer', 'decimal', 'percent', 'money'),
  component: NumberWidget,
  frame: 'field',
};
