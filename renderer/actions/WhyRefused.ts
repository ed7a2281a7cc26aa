import { lazyComponent } from '../data/fetched.tsx';

/** Explains a disabled button. Loaded on demand, as few people ask. */
export const WhyRefused = lazyComponent(
  async () => (await import('./WhyRefusedPopover.tsx')).WhyRefusedPopover,
);
