import { useCallback, useMemo, useSyncExternalStore } from 'react';
import {
  type Compiled,
  type FormBlock,
  type FormState,
  type Scope,
  type SectionModel,
  tabConditions,
} from '#engine';
import { useMessage } from '../data/messages.tsx';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { pointerOf } from './pointer.ts';

/** The sections and fields that their conditions show, over the record as typed and the screen. */
export function useShownSections(
  { sections }: Pick<FormBlock, 'sections'>,
  scope: ScreenScope,
  form: FormState,
): readonly SectionModel[] {
  const say = useMessage();
  const subscribe = useReads(sections, form);
  const ofTab = useMemo(() => tabConditions(sections, (key) => say(key)), [sections, say]);
  const shown = useSyncExternalStore(subscribe, () => shownParts({ sections, ofTab }, scope, form));
  return useMemo(() => {
    if (shown === undefined) return sections;
    const names = new Set(shown.split('\n'));
    return sections
      .filter(({ id }) => names.has(`#${id}`))
      .map((section) => ({ ...section, items: section.items.filter(({ field }) => names.has(field)) }));
  }, [sections, shown]);
}

function conditionsOf(sections: readonly SectionModel[]): readonly Compiled[] {
  return sections

    .flatMap(({ visible, tabVisible, items }) => [visible, tabVisible, ...items.map((item) => item.visible)])
    .flatMap((one) => one ?? []);
}

/** Subscribes to the fields that the conditions name. */
function useReads(sections: readonly SectionModel[], form: FormState) {
  const names = useMemo(() => {
    const texts = conditionsOf(sections).map(({ text }) => text);
    const words = new Set(texts.flatMap((text) => text?.match(/\w+/g) ?? []));
    const isUnknown = texts.includes(undefined);
    return form.entity.fields.map(({ name }) => name).filter((name) => isUnknown || words.has(name));
  }, [sections, form]);
  return useCallback(
    (listener: () => void) => {
      const ends = names.map((name) => form.subscribe(pointerOf(name), listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [names, form],
  );
}

/** What is shown, as one comparable text; undefined without conditions. */
function shownParts(
  { sections, ofTab }: { sections: readonly SectionModel[]; ofTab: ReturnType<typeof tabConditions> },
  scope: ScreenScope,
  form: FormState,
): string | undefined {
  if (conditionsOf(sections).length === 0) return undefined;
  const values = recordScope(scope, form);
  const holds = (visible: Compiled | undefined) => evaluateOn(visible, values, !visible) === true;
  return sections
    .filter((section) => [section.visible, ...ofTab(section)].every(holds))
    .flatMap(({ id, items }) => [
      `#${id}`,
      ...items.filter(({ visible }) => holds(visible)).map(({ field }) => field),
    ])
    .join('\n');
}

/** The scope of the screen with the edited and the stored record. */
function recordScope(scope: ScreenScope, form: FormState): Scope {
  const values = expressionScope(scope, form.record());
  return { ...values, vars: { ...values.vars, previous: form.stored() } };
}
