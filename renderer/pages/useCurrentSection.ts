import { useEffect, useState } from 'react';
import { sectionAnchor } from './goToSection.ts';

/**
 * The section that the page has scrolled to; at the bottom of the page, the visible one with focus, or the
 * last.
 */
export function useCurrentSection(blocks: readonly string[]): string | undefined {
  const names = blocks.join(' ');
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const ids = names.split(' ');
    let frame = 0;
    const follow = () => {
      frame = 0;
      setCurrent(sectionAt(ids));
    };
    const later = () => {
      frame ||= requestAnimationFrame(follow);
    };
    follow();
    window.addEventListener('scroll', later, { passive: true });
    window.addEventListener('resize', later, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', later);
      window.removeEventListener('resize', later);
    };
  }, [names]);
  return current;
}

/** Slightly below the top of a scrolled-to section, so that a short one is not skipped. Pixels. */
const line = 140;

function sectionAt(ids: readonly string[]): string | undefined {
  const tops = ids.map((id) => ({
    id,
    top: document.getElementById(sectionAnchor(id))?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY,
  }));
  const { scrollHeight } = document.documentElement;
  const isAtFoot = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
  // Short sections at the bottom never reach the line: take the focused one, else the last.
  if (isAtFoot) {
    const focused = document.activeElement?.closest<HTMLElement>('[data-block]')?.dataset.block;
    const inSight = tops.filter(({ top }) => top < window.innerHeight && top >= 0).map(({ id }) => id);
    return inSight.find((id) => id === focused) ?? inSight.at(-1) ?? ids.at(-1);
  }
  return tops.filter(({ top }) => top <= line).at(-1)?.id ?? ids[0];
}
