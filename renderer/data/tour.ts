/** Tours of new accounts: which one a person takes, and where in it they are. */
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Model, UserContext } from '#engine';
import { useApp } from './App.tsx';
import type { Api } from './createApi.ts';
import { mayOpen } from './mayOpen.ts';
import { usePreference } from './preferences.ts';

type TourStep = {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly to?: string;
  readonly at?: 'search' | 'help' | 'account';
};

type Tour = { readonly id: string; readonly access?: string; readonly steps: readonly TourStep[] };

/** Kept for the account: the step that is open, or that it was closed. */
type Kept = { readonly step: number } | { readonly closed: true };

/** Options: see base/widgets/blocks/tour.json. The first tour whose right the person has, with the pages they may open. */
export function tourOf(model: Model, { Features }: Pick<UserContext, 'Features'>): Tour | undefined {
  const tours = [...model.screens.values()]
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) =>
      block.kind === 'widget' && block.widget === 'tour' ? (block.options.tours as readonly Tour[]) : [],
    );
  const own = tours.find(({ access }) => access === undefined || Features.includes(access));
  const steps = own?.steps.filter(({ to }) => to === undefined || mayOpen(model, to, Features)) ?? [];
  return own && steps.length > 0 ? { ...own, steps } : undefined;
}

const taken = new WeakSet<Api>();

/** Undefined where there is no tour for the person, and until it is known how far they are. */
export function useTour() {
  const { api, model, session } = useApp();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const tour = useMemo(() => tourOf(model, session.user), [model, session.user]);
  const [kept, keep] = usePreference<Kept>('tour', tour !== undefined);
  if (!tour || kept === undefined) return undefined;
  const step = kept.value && 'step' in kept.value ? kept.value.step : undefined;
  return {
    steps: tour.steps,
    /** The step that is open; undefined: none. A tour that became shorter ends at its last step. */
    at: step === undefined ? undefined : Math.max(0, Math.min(step, tour.steps.length - 1)),
    isNew: kept.value === undefined,
    /** Whether the person opened the step on this page, as opposed to finding it open after loading it. */
    isTaken: taken.has(api),
    /** Opens a step, and its page. */
    go: (next: number) => {
      taken.add(api);
      keep({ step: next });
      const to = tour.steps[next]?.to;
      if (to !== undefined && to !== pathname) void navigate(to);
    },
    close: () => keep({ closed: true }),
  };
}
