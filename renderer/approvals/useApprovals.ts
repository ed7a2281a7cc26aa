import { useQuery } from '@tanstack/react-query';
import type { ActionModel, EntityModel, Model, ScreenModel } from '#engine';
import { useApi, useModel } from '../data/App.tsx';
import { type ScreenScope, screenSubject } from '../data/screenScope.ts';

type Decision = {
  readonly By: string;
  readonly For: string | null;
  readonly Date: string;
  readonly Note: string | null;
};

/** A step that waits for approval, or what became of it. */
export type Approval = {
  readonly Id: string;
  readonly Entity: string;
  readonly EntityTitle: string;
  readonly RecordId: string;
  readonly RecordName: string | null;
  readonly RecordRevision: number | null;
  readonly Transition: string;
  readonly Label: string;
  readonly Requester: string;
  readonly Note: string | null;
  readonly State: 'waiting' | 'approved' | 'sent-back' | 'withdrawn' | 'cancelled';
  readonly RequestedDate: string;
  readonly DueDate: string | null;
  readonly IsOverdue: boolean;
  readonly FinishedDate: string | null;
  readonly EndedBy: string | null;
  readonly EndNote: string | null;
  readonly Decisions: readonly Decision[];
  readonly WaitsFor: readonly string[];
  readonly For: string | null;
  readonly To: string | null;
  readonly MayDecide: boolean;
  readonly MayWithdraw: boolean;
};

type Approvals = { readonly Items: readonly Approval[]; readonly TotalItems: number };

const none: readonly Approval[] = [];

/** Refetched when the server reports an approval, or when a screen reloads. */
export function useApprovalList(path: string, isNeeded = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['list', 'approval', path],
    enabled: isNeeded,
    queryFn: ({ signal }) => api.get<Approvals>(path, { signal }),
  });
}

export const hasApprovals = (entity: EntityModel | undefined): boolean =>
  entity?.workflow?.transitions.some(({ approval }) => approval) ?? false;

export const anyApprovals = ({ entities }: Model): boolean => [...entities.values()].some(hasApprovals);

/** The approvals of an entity that wait for this person or were requested by them, by record. */
export function useOpenApprovals(entity: string | undefined): (record: unknown) => readonly Approval[] {
  const isNeeded = hasApprovals(useModel().entities.get(entity ?? ''));
  const mine = useApprovalList(`/approval?entity=${entity}`, isNeeded).data?.Items ?? none;
  const asked = useApprovalList(`/approval/requested?entity=${entity}`, isNeeded).data?.Items ?? none;
  if (mine.length + asked.length === 0) return () => none;
  const all = new Map([...asked, ...mine].map((one) => [one.Id, one]));
  return (record) => [...all.values()].filter(({ RecordId }) => RecordId === record);
}

/** The approvals of the record that a screen is about, the newest first. */
export function useScreenApprovals(screen: ScreenModel, scope: ScreenScope): readonly Approval[] {
  const model = useModel();
  const subject = screenSubject(screen, scope);
  const isNeeded = hasApprovals(model.entities.get(subject?.entity ?? ''));
  const { data } = useApprovalList(`/approval/record/${subject?.entity}/${subject?.record.Id}`, isNeeded);
  return isNeeded ? (data?.Items ?? none) : none;
}

/** Without the steps that wait for approval already: pressed again, they would only be refused. */
export const withoutWaiting = (
  actions: readonly ActionModel[],
  approvals: readonly Approval[],
): readonly ActionModel[] =>
  actions.filter(
    ({ waits }) => !approvals.some(({ State, Transition }) => State === 'waiting' && Transition === waits),
  );
