/** Findings about the changes of a page, with their locations. */
import { useMemo } from 'react';
import {
  type Change,
  type ChangeKind,
  findingText,
  type Locale,
  type Model,
  type OverlayFinding,
  sameJson,
} from '#engine';
import { useModel } from '../../data/App.tsx';
import { useLocale } from '../../data/messages.tsx';
import type { FieldIssue } from '../../parts/FieldShell.tsx';
import { findChange } from '../changes.ts';
import type { DraftFinding } from '../draftTypes.ts';
import { useTried } from '../preview/trial.tsx';
import { useWork } from '../work.tsx';

type PlacedFinding = FieldIssue & {
  readonly kind: ChangeKind;
  readonly name: string;
  /** JSON pointer into the change. */
  readonly at: string;
};

/** Findings of the browser for typed changes, and of the server for those in the draft. */
export function useFindings(of?: readonly Change[]): readonly PlacedFinding[] {
  const { findings, changes: tried } = useTried();
  const changes = of ?? tried;
  const { draft } = useWork();
  const model = useModel();
  const locale = useLocale();
  return useMemo(() => {
    const ours = (kind: ChangeKind, name: string) => findChange(changes, kind, name);
    const typed = findings.filter(({ change }) => change && ours(change.kind, change.name));
    const kept = draft.Findings.filter(({ Change: change }) => {
      const own = change && ours(change.Kind, change.Name);
      // Skip outdated findings: later input may have fixed them.
      return own && sameJson(own, findChange(draft.Changes, own.kind, own.name));
    });
    const all = [...typed.map((one) => placed(one, model, locale)), ...kept.map(placedByServer)];
    return [...new Map(all.map((one) => [`${one.kind} ${one.name} ${one.text}`, one])).values()];
  }, [findings, changes, draft, model, locale]);
}

/** Findings at a JSON pointer of a change, for the input there. */
export function useIssuesAt(kind: ChangeKind) {
  const findings = useFindings();
  return (at: string, name?: string): readonly PlacedFinding[] =>
    findings.filter(
      (one) =>
        one.kind === kind &&
        (name === undefined || one.name === name) &&
        (one.at === at || one.at.startsWith(`${at}/`)),
    );
}

function placed({ change, at, level, code, params }: OverlayFinding, model: Model, locale: Locale) {
  const { kind, name } = change as Pick<Change, 'kind' | 'name'>;
  const text = findingText({ model, locale }, code, params);
  return { kind, name, at, level, text };
}

function placedByServer({ Change: change, At, Level, Message }: DraftFinding): PlacedFinding {
  const { Kind, Name } = change as NonNullable<DraftFinding['Change']>;
  return { kind: Kind, name: Name, at: At ?? '', level: Level, text: Message };
}
