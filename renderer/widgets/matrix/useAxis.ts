import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { DataRecord } from '#engine';
import { useFieldView } from '../../data/useFormState.ts';
import type { RecordSource, WidgetProps } from '../types.ts';
import type { AxisOptions } from './matrixOptions.ts';

export type Axis = {
  readonly ids: readonly string[];
  readonly labels: readonly string[];
};

type FoundAxis = Axis | 'loading' | 'failed';

/** Loads the columns or rows of a matrix; reloads when the field they depend on changes. */
export function useAxis(
  { findRecords, form, view, message }: WidgetProps,
  { source, label = 'Name', single }: AxisOptions,
): FoundAxis {
  const [found, setFound] = useState<FoundAxis>('loading');
  const find = useRef(findRecords);
  find.current = findRecords;
  const [condition] = source.where ?? [];
  const depends = useFieldView(form, condition ? `/${condition.field}` : view.path).value;
  const isAlone = condition !== undefined && (depends === null || depends === undefined || depends === '');
  const only = single === undefined ? undefined : message(single);
  const alone = useMemo(() => aloneAxis(only), [only]);
  const key = JSON.stringify([source, condition && depends]);
  // As a layout effect, so that cached lists appear without a spinner.
  useLayoutEffect(() => {
    if (isAlone) return undefined;
    let isCurrent = true;
    setFound('loading');
    const [asked] = JSON.parse(key) as [RecordSource];
    find.current(asked).then(
      (records) => isCurrent && setFound(axisOf(records, label)),
      () => isCurrent && setFound('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, label, isAlone]);
  return isAlone ? alone : found;
}

/** Id of the single column or row while the list depends on an empty field; entries omit it. */
export const aloneId = '';

function aloneAxis(only: string | undefined): Axis {
  return only === undefined ? { ids: [], labels: [] } : { ids: [aloneId], labels: [only] };
}

function axisOf(records: readonly DataRecord[], label: string): Axis {
  return {
    ids: records.map(({ Id }) => String(Id)),
    labels: records.map((record) => String(record[label] ?? record.Name ?? record.Id)),
  };
}
