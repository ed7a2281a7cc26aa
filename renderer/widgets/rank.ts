import { kindViews } from '../fields/registry.ts';
import type { WidgetEntry } from './types.ts';

/** Ranks of testers; a named widget always beats the default of a kind. */
const KIND = 10;
const NAMED = 100;

/** For fields that ask for the widget by name, and for those that ask for none where it is the widget of their kind. */
export function named(name: string): WidgetEntry['tester'] {
  return ({ kind }, { widget }) => {
    if (widget !== undefined) return widget === name ? NAMED : 0;
    return kindViews[kind].widget === name ? KIND : 0;
  };
}
