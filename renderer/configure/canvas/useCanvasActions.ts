import { useMemo, useRef } from 'react';
import type { Change, Texts } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { useWork } from '../work.tsx';
import { type Layout, type Part, type Spot, sectionWith, stepFrom } from './layout.ts';
import { type ItemWords, sectionChange } from './layoutChanges.ts';
import {
  addFieldStep,
  addMemberStep,
  addSectionStep,
  columnWidthStep,
  moveStep,
  type NewPart,
  removeStep,
  type State,
  type Step,
  wordsStep,
} from './steps.ts';
import type { Canvas } from './useCanvas.ts';

export type CanvasActions = ReturnType<typeof useCanvasActions>;

type Say = ReturnType<typeof useMessage>;
type Now = { readonly canvas: Canvas; readonly changes: readonly Change[]; readonly say: Say };

/** What a person does with parts, each said to screen readers and undone as one step. */
export function useCanvasActions(canvas: Canvas) {
  const say = useMessage();
  const { draft } = useWork();
  // Parts that render later act on the present layout nevertheless.
  const latest = useRef<Now>(undefined);
  latest.current = { canvas, changes: draft.Changes, say };
  return useMemo(() => createActions(() => latest.current as Now), []);
}

function createActions(now: () => Now) {
  const state = (): State => {
    const { canvas, changes } = now();
    return { ...canvas.where, layout: canvas.layout, changes };
  };
  const act = ({ next, put, gone }: Step) => now().canvas.act(next, put, gone);
  const nameOf = (part: Part) => now().canvas.nameOf(part);
  const tell = (key: string, params: Readonly<Record<string, string | number>>) =>
    now().canvas.announce(now().say(`configure.canvas.${key}`, params));

  const moveTo = (part: Part, spot: Spot) => {
    const step = moveStep(state(), part, spot);
    if (!step) return;
    act(step);
    tell('moved', { item: nameOf(part), where: placeText(now(), step.next, part) });
  };
  const setWords = (field: string, words: ItemWords) => act(wordsStep(state(), field, words));
  return {
    moveTo,
    move: (part: Part, by: -1 | 1) => {
      const spot = stepFrom(now().canvas.layout, part, by);
      if (spot) moveTo(part, spot);
      else tell('end', { item: nameOf(part) });
    },
    setWords,
    setWidth: (part: Part, width: number) => {
      tell(`width.${part.kind}`, { item: nameOf(part), width });
      if (part.kind === 'item') setWords(part.id, { twelfths: width });
      else act(columnWidthStep(state(), part.id, width));
    },
    addField: (field: string) => {
      const step = addFieldStep(state(), field, now().canvas.selected);
      if (!step) return;
      act(step);
      const part: Part = { kind: 'item', id: field };
      now().canvas.select(part);
      tell('added', { item: nameOf(part) });
    },
    addMember: (as: 'column' | 'filter', path: string) => act(addMemberStep(state(), as, path)),
    addSection: (kind: NewPart, texts: Texts) => {
      const step = addSectionStep(state(), kind, texts, now().canvas.selected);
      act(step);
      now().canvas.select(step.added);
      tell('added', { item: now().say(`configure.canvas.new.${kind}`) });
    },
    remove: (part: Part) => {
      const { refusalOf, announce } = now().canvas;
      const refusal = refusalOf(part);
      if (refusal) return announce(refusal);
      const item = nameOf(part);
      act(removeStep(state(), part));
      tell('removed', { item });
    },
    sectionChange: (id: string) => sectionChange(state(), id),
  };
}

/** Where a part stands: its section, and its number there. */
function placeText({ canvas, say }: Now, layout: Layout, part: Part): string {
  const { section, place, count } = placeIn(layout, part);
  const text = say('configure.canvas.place', { place, count });
  return section === undefined
    ? text
    : say('ui.labelled', { label: canvas.nameOf({ kind: 'section', id: section }), text });
}

/** The number of a part among its neighbours. */
function placeIn(layout: Layout, part: Part) {
  const section = part.kind === 'item' ? sectionWith(layout, part.id) : undefined;
  const ids =
    section?.items.map(({ field }) => field) ??
    (part.kind === 'section'
      ? layout.sections.map(({ id }) => id)
      : (part.kind === 'column' ? layout.columns : layout.filters).map(({ path }) => path));
  return { section: section?.id, place: ids.indexOf(part.id) + 1, count: ids.length };
}
