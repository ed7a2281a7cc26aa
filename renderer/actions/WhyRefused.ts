import { lazyComponent } from '../data/fetched.tsx';

/** Why a button does nothing; few ask, and its code comes when one does. */
export const WhyRefused = lazyComponent(
  async () => (await import('./WhyRefusedPopover.tsx')).WhyRefusedPopover,
);
