import { useState } from 'react';
import styles from './BrandMark.module.css';

type Props = {
  /** Address of the client's own logo. */
  readonly logo?: string | null | undefined;
};

/** The logo. Its name is always next to it or in the title of the page. */
export function BrandMark({ logo }: Props) {
  const [broken, setBroken] = useState<string>();
  if (logo && logo !== broken)
    return <img className={styles.logo} src={logo} alt="" onError={() => setBroken(logo)} />;
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
      <rect className={styles.ground} width="24" height="24" rx="6" />
      <path className={styles.lines} d="M7.5 18V6.5h9M7.5 12h6.5" />
    </svg>
  );
}
