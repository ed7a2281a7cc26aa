/** The input of an approval, and the declaration it makes. */
import type { TransitionChange } from '#engine';

type Declared = NonNullable<TransitionChange['approval']>;
type Approver = Declared['by'][number];

export type ApprovalForm = {
  /** `role:<name>`, `field:<name>` or `superior:`. */
  readonly by: readonly string[];
  readonly needs: 'one' | 'all';
  readonly if: string;
  readonly own: boolean;
  readonly changes: 'restart' | 'keep';
  readonly remind: number | undefined;
  readonly days: number | undefined;
  readonly escalate: readonly string[];
};

export const newApproval: ApprovalForm = {
  ...{ by: [], needs: 'one', if: '', own: false, changes: 'restart' },
  ...{ remind: undefined, days: undefined, escalate: [] },
};

export function approvalForm(declared: Declared | undefined): ApprovalForm | undefined {
  if (!declared) return undefined;
  const {
    by,
    needs = 'one',
    if: condition = '',
    own,
    changes = 'restart',
    remind,
    days,
    escalate = [],
  } = declared;
  return {
    ...{ by: by.map(idOf), needs, if: condition, own: own === true, changes },
    ...{ remind, days, escalate: escalate.map(idOf) },
  };
}

const idOf = ({ role, field }: Approver): string =>
  role !== undefined ? `role:${role}` : field !== undefined ? `field:${field}` : 'superior:';

/** Undefined while nobody is named. */
export function approvalOfForm(typed: ApprovalForm): Declared | undefined {
  const [first, ...others] = typed.by.map(approverOf);
  if (!first) return undefined;
  const [chief, ...chiefs] = typed.days === undefined ? [] : typed.escalate.map(approverOf);
  const condition = typed.if.trim();
  return {
    by: [first, ...others],
    ...(typed.needs === 'all' && { needs: typed.needs }),
    ...(condition !== '' && { if: condition }),
    ...(typed.own && { own: true as const }),
    ...(typed.changes === 'keep' && { changes: typed.changes }),
    ...(typed.remind !== undefined && { remind: typed.remind }),
    ...(typed.days !== undefined && { days: typed.days }),
    ...(chief && { escalate: [chief, ...chiefs] as NonNullable<Declared['escalate']> }),
  } as Declared;
}

function approverOf(id: string): Approver {
  const [kind = '', name = ''] = id.split(/:(.*)/);
  return (kind === 'superior' ? { superior: true } : { [kind]: name }) as Approver;
}
