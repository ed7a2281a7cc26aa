import { createContext, type ReactNode, useContext } from 'react';
import { Link, useLocation } from 'react-router';

/** The groups of a page: which one is shown, and which contains a block. */
export type PageParts = {
  readonly current: string;
  readonly holderOf: (block: string) => string | undefined;
};

const PartsContext = createContext<PageParts | undefined>(undefined);

export const PagePartsProvider = PartsContext.Provider;

type Props = {
  /** Id of a block or group. */
  readonly block: string;
  readonly className: string | undefined;
  /** `aria-current`: the current location, or the current group. */
  readonly current?: 'location' | 'page';
  readonly children: ReactNode;
};

/**
 * Links to a section through the address. A jump within the current group replaces the history entry; a
 * change of group adds one.
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
