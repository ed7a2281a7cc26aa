import type { ThemeProps } from '@rjsf/core';
import type { FieldTemplateProps, RJSFSchema, WidgetProps as RjsfProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import type { FieldKind } from '#engine';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { FieldShell, fieldIds } from '../../parts/FieldShell.tsx';
import { BooleanWidget } from '../BooleanWidget.tsx';
import { ChoiceWidget } from '../ChoiceWidget.tsx';
import { DateTimeWidget } from '../DateTimeWidget.tsx';
import { DateWidget } from '../DateWidget.tsx';
import { MultilineWidget } from '../MultilineWidget.tsx';
import { NumberWidget } from '../NumberWidget.tsx';
import { RadioWidget } from '../RadioWidget.tsx';
import { TextWidget } from '../TextWidget.tsx';
import type { ValueProps } from '../types.ts';

/** Adapts one of our single-value widgets for the registry of RJSF. */
function toRjsf(choose: (schema: RJSFSchema) => ComponentType<ValueProps>): ComponentType<RjsfProps> {
  return function Ours(props: RjsfProps) {
    const [locale, message] = [useLocale(), useMessage()];
    const Widget = choose(props.schema);
    const { id, label, value, required = false, readonly, disabled, rawErrors = [], options } = props;
    return (
      <Widget
        view={{ value, required, field: fieldOf(props.schema) }}
        label={label}
        inputId={id}
        labelledBy={fieldIds(id).label}
        describedBy={fieldIds(id).issues}
        isReadOnly={readonly === true || disabled === true}
        isInvalid={rawErrors.length > 0}
        locale={locale}
        message={message}
        options={options}
        choices={options.enumOptions}
        onChange={(next) => props.onChange(next === null ? options.emptyValue : next)}
        onTouch={() => props.onBlur(id, value)}
      />
    );
  };
}

const kinds: Readonly<Record<string, FieldKind>> = {
  boolean: 'boolean',
  integer: 'integer',
  number: 'decimal',
};

/** The parts of a field that our widgets read, from its schema. */
function fieldOf({ type, maxLength, minimum, maximum, multipleOf }: RJSFSchema): ValueProps['view']['field'] {
  const kind = kinds[String([type].flat()[0])] ?? 'text';
  // 0.01 means two decimals.
  const scale = multipleOf === undefined ? undefined : Math.max(0, Math.round(-Math.log10(multipleOf)));
  return { kind, scale, limits: { maxLength, minimum, maximum } };
}

const isNumber = ({ type }: RJSFSchema) => [type].flat().some((one) => one === 'number' || one === 'integer');

const textOrNumber = toRjsf((schema) => (isNumber(schema) ? NumberWidget : TextWidget));

/** A checkbox has its own label; other widgets get our field frame. */
function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, required, displayLabel, rawErrors = [], rawDescription, hidden, children } = props;
  if (hidden) return <div hidden>{children}</div>;
  const issues = rawErrors.map((text) => ({ level: 'error' as const, text }));
  if (props.schema.type === 'object' || props.schema.type === 'array' || !displayLabel) return children;
  return (
    <FieldShell id={id} label={label} required={required} help={rawDescription || undefined} issues={issues}>
      {children}
    </FieldShell>
  );
}

/** Our theme for any RJSF form: `withTheme(rjsfTheme)`. */
export const rjsfTheme: ThemeProps = {
  widgets: {
    TextWidget: textOrNumber,
    UpDownWidget: textOrNumber,
    TextareaWidget: toRjsf(() => MultilineWidget),
    CheckboxWidget: toRjsf(() => BooleanWidget),
    SelectWidget: toRjsf(() => ChoiceWidget),
    RadioWidget: toRjsf(() => RadioWidget),
    DateWidget: toRjsf(() => DateWidget),
    DateTimeWidget: toRjsf(() => DateTimeWidget),
  },
  templates: { FieldTemplate },
};
