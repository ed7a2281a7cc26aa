import type { Texts } from '#engine';
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

/** What a person does with parts, each said to screen readers and undone as one step. */
export function useCanvasActions(canvas: Canvas) {
  const say = useMessage();
  const { draft } = useWork();
  const { where, layout, announce, nameOf, select, selected } = canvas;
  const state: State = { ...where, layout, changes: draft.Changes };
  const act = ({ next, put, gone }: Step) => canvas.act(next, put, gone);

  const moveTo = (part: Part, spot: Spot) => {
    const step = moveStep(state, part, spot);
    if (!step) return;
    act(step);
    const { section, place, count } = placeIn(step.next, part);
    const text = say('configure.canvas.place', { place, count });
    const label = section && nameOf({ kind: 'section', id: section });
    const at = label ? say('ui.labelled', { label, text }) : text;
    announce(say('configure.canvas.moved', { item: nameOf(part), where: at }));
  };
  const setWords = (field: string, words: ItemWords) => act(wordsStep(state, field, words));
  return {
    moveTo,
    move: (part: Part, by: -1 | 1) => {
      const spot = stepFrom(layout, part, by);
      if (spot) moveTo(part, spot);
      else announce(say('configure.canvas.end', { item: nameOf(part) }));
    },
    setWords,
    setWidth: (part: Part, width: number) => {
      announce(say(`configure.canvas.width.${part.kind}`, { item: nameOf(part), width }));
      if (part.kind === 'item') setWords(part.id, { twelfths: width });
      else act(columnWidthStep(state, part.id, width));
    },
    addField: (field: string) => {
      const step = addFieldStep(state, field, selected);
      if (!step) return;
      act(step);
      const part: Part = { kind: 'item', id: field };
      select(part);
      announce(say('configure.canvas.added', { item: nameOf(part) }));
    },
    addMember: (as: 'column' | 'filter', path: string) => act(addMemberStep(state, as, path)),
    addSection: (kind: NewPart, texts: Texts) => {
      const step = addSectionStep(state, kind, texts, selected);
      act(step);
      select(step.added);
      announce(say('configure.canvas.added', { item: say(`configure.canvas.new.${kind}`) }));
    },
    remove: (part: Part) => {
      const refusal = canvas.refusalOf(part);
      if (!refusal) act(removeStep(state, part));
      announce(refusal ?? say('configure.canvas.removed', { item: nameOf(part) }));
    },
    sectionChange: (id: string) => sectionChange(state, id),
  };
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
