import { createContext, useContext } from 'react';
import type { ControlProps } from './control.ts';

/** What the server refused, by the id of the field. */
type FieldRefusals = ReadonlyMap<string, readonly string[]>;

const none: readonly string[] = [];
const Refusals = createContext<FieldRefusals>(new Map());

/** Given by a window to the fields in it. */
export const FieldRefusalsContext = Refusals.Provider;

/** Sentences of the server about one field. */
export const useFieldRefusal = (id: string): readonly string[] => useContext(Refusals).get(id) ?? none;

/** The props of a control, marked as invalid while the server refuses its value. */
export function useRefusable<T extends ControlProps>(props: T): T {
  const refused = useFieldRefusal(props.id);
  if (refused.length === 0) return props;
  const issues = `${props.id}-issues`;
  const described = props.describedBy?.split(' ').includes(issues)
    ? props.describedBy
    : [props.describedBy, issues].filter(Boolean).join(' ');
  return { ...props, invalid: true, describedBy: described };
}
