import { createContext, type ReactNode, useContext } from 'react';
import { Link, useLocation } from 'react-router';

/** The parts of a page that is shown in parts: which one is in sight, and which holds a block. */
export type PageParts = {
  readonly current: string;
  readonly holderOf: (block: string) => string | undefined;
};

const PartsContext = createContext<PageParts | undefined>(undefined);

export const PagePartsProvider = PartsContext.Provider;

type Props = {
  /** A block of the screen, or one of its groups. */
  readonly block: string;
  readonly className: string | undefined;
  /** What is marked: where one is on the page, or which part of it is in sight. */
  readonly current?: 'location' | 'page';
  readonly children: ReactNode;
};

/**
 * Leads to a section of the page. The address names it; a jump inside what is in sight is no step to go back over, the
 * way to another part of the page is.
 */
export function SectionLink({ block, className, current, children }: Props) {
  const parts = useContext(PartsContext);
  const { search } = useLocation();
  const isNear = parts === undefined || (parts.holderOf(block) ?? parts.current) === parts.current;
  return (
    <Link to={{ hash: block, search }} replace={isNear} className={className} aria-current={current}>
      {children}
    </Link>
  );
}
