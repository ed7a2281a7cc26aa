import type { LucideIcon } from 'lucide-react';
import styles from './Icon.module.css';

/** A decorative icon: hidden from assistive technology, sized by the text beside it. */
export function Icon(props: {
  icon: LucideIcon;
  size?: 'small' | 'normal' | 'large';
  tone?: 'accent' | 'positive' | 'warning' | 'negative' | undefined;
}) {
  const { icon: Drawing, size = 'normal', tone } = props;
  return (
    <Drawing className={styles.icon} data-size={size} data-tone={tone} aria-hidden="true" focusable="false" />
  );
}
