import type { ReactNode } from 'react';
import { Link } from 'react-router';

type Props = {
  readonly block: string;
  readonly className: string | undefined;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
};

/** Leads to a section of the page. The address names it, but a jump inside the page is no step to go back over. */
export function SectionLink({ block, className, isCurrent = false, children }: Props) {
  return (
    <Link
      to={{ hash: block }}
      replace
      className={className}
      aria-current={isCurrent ? 'location' : undefined}
    >
      {children}
    </Link>
  );
}
