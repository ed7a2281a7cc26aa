import { usePageFailure } from '../data/pageFailure.ts';
import { ErrorState } from './ErrorState.tsx';

type Props = {
  readonly error: Error;
  readonly onRetry: () => void;
  /** The block shows the record of its page: without it there is no page. */
  readonly isPage: boolean;
};

/** A block that could not load. */
export function BlockFailure({ error, onRetry, isPage }: Props) {
  const isReplaced = usePageFailure(isPage ? error : undefined);
  return isReplaced ? null : <ErrorState text={error.message} onRetry={onRetry} />;
}
