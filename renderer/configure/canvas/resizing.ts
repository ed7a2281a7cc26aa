/** Changes the width of a part while its edge is dragged, without rendering. */
import type { Part } from './layout.ts';

type Resizing = {
  readonly show: (x: number) => void;
  /** The width to keep; undefined if it is as before. */
  readonly end: (x: number) => number | undefined;
  readonly restore: () => void;
};

/** For a field in twelfths of its section, for a column in pixels. */
export function widthOf(element: HTMLElement | null, { kind }: Part): Resizing | undefined {
  if (!element) return undefined;
  return kind === 'item' ? ofItem(element) : ofColumn(element);
}

function ofItem(element: HTMLElement): Resizing | undefined {
  const fields = element.parentElement;
  if (!fields) return undefined;
  const { left } = element.getBoundingClientRect();
  const gap = Number.parseFloat(getComputedStyle(fields).columnGap) || 0;
  const twelfth = (fields.getBoundingClientRect().width + gap) / 12;
  const was = {
    own: element.dataset.twelfths,
    all: fields.dataset.widths,
    start: element.style.getPropertyValue('--twelfths'),
  };
  const at = (x: number) => Math.min(12, Math.max(1, Math.round((x - left + gap) / twelfth)));
  const restore = () => {
    setData(element, 'twelfths', was.own);
    setData(fields, 'widths', was.all);
    element.style.setProperty('--twelfths', was.start);
  };
  return {
    show: (x) => {
      fields.dataset.widths = 'true';
      element.dataset.twelfths = String(at(x));
      element.style.setProperty('--twelfths', String(at(x)));
    },
    end: (x) => {
      restore();
      return String(at(x)) === was.own ? undefined : at(x);
    },
    restore,
  };
}

function ofColumn(element: HTMLElement): Resizing {
  const { left } = element.getBoundingClientRect();
  const was = element.style.width;
  const at = (x: number) => Math.min(1200, Math.max(40, Math.round(x - left)));
  const restore = () => {
    element.style.width = was;
  };
  return {
    show: (x) => {
      element.style.width = `${at(x)}px`;
    },
    end: (x) => {
      restore();
      return at(x);
    },
    restore,
  };
}

function setData(element: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) delete element.dataset[name];
  else element.dataset[name] = value;
}
