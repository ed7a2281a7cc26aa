/** Links of texts and pictures: to an address, a bookmark or another report. */
import { childOf, childrenOf, type Reading, reach, saidIn, textIn } from './elements.ts';
import type { FormulaScope } from './formulaScope.ts';
import { saidValue } from './runFormula.ts';
import type { Action, Element, Jumps } from './types.ts';

export type ShownLink =
  | { readonly kind: 'address'; readonly to: string }
  | { readonly kind: 'bookmark'; readonly to: string }
  | { readonly kind: 'report'; readonly to: string; readonly filters: Readonly<Record<string, string>> };

export type ShownJumps = {
  readonly link?: ShownLink;
  readonly bookmark?: string;
  /** Its entry in the document map. */
  readonly label?: string;
};

export function readJumps(reading: Reading, element: Element): { readonly jumps?: Jumps } {
  const said = (name: string) => saidIn(reading, childOf(element, name));
  const action = readAction(reading, childOf(element, 'ActionInfo'));
  const [bookmark, label] = [said('Bookmark'), said('DocumentMapLabel')];
  if (!action && bookmark === null && label === null) return {};
  return { jumps: { action, bookmark, label } };
}

function readAction(reading: Reading, info: Element | undefined): Action | undefined {
  const action = reach(info, 'Actions', 'Action');
  const address = childOf(action, 'Hyperlink');
  if (address) return { kind: 'address', to: saidIn(reading, address), parameters: [] };
  const bookmark = childOf(action, 'BookmarkLink');
  if (bookmark) return { kind: 'bookmark', to: saidIn(reading, bookmark), parameters: [] };
  const through = childOf(action, 'Drillthrough');
  if (!through) return undefined;
  return {
    kind: 'report',
    to: saidIn(reading, childOf(through, 'ReportName')),
    parameters: readPassed(reading, through),
  };
}

/** The parameters passed to another report. */
export const readPassed = (reading: Reading, holder: Element): Action['parameters'] =>
  childrenOf(childOf(holder, 'Parameters'), 'Parameter')
    .filter((one) => textIn(one, 'Omit').toLowerCase() !== 'true')
    .map((one) => ({ name: one.attributes.Name ?? '', value: saidIn(reading, childOf(one, 'Value')) }));

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

export function shownJumps(jumps: Jumps | undefined, scope: FormulaScope): ShownJumps {
  if (!jumps) return {};
  const link = shownLink(jumps.action, scope);
  const [bookmark, label] = [text(saidValue(jumps.bookmark, scope)), text(saidValue(jumps.label, scope))];
  return {
    ...(link ? { link } : {}),
    ...(bookmark === '' ? {} : { bookmark: bookmark.slice(0, longest) }),
    ...(label === '' ? {} : { label: label.slice(0, longest) }),
  };
}

const longest = 300;

function shownLink(action: Action | undefined, scope: FormulaScope): ShownLink | undefined {
  const to = action ? text(saidValue(action.to, scope)).trim() : '';
  if (!action || to === '') return undefined;
  if (action.kind === 'bookmark') return { kind: 'bookmark', to: to.slice(0, longest) };
  if (action.kind === 'address') {
    const address = to.replace(/\s/g, '%20');
    return isSafe(address) ? { kind: 'address', to: address } : undefined;
  }
  const filters = action.parameters.map(({ name, value }) => [name, text(saidValue(value, scope))] as const);
  return { kind: 'report', to: reportName(to), filters: Object.fromEntries(filters) };
}

/** Web pages, pages of the application and `mailto:` only; never scripts. */
const isSafe = (address: string): boolean =>
  address.length <= 2000 && /^(?:https?:\/\/[^\s]+|mailto:[^\s]+|\/(?![/\\])[^\s\\]*)$/i.test(address);

/** `/Sales/Region details` is the report `Region details`, in any folder. */
export const reportName = (path: string): string =>
  (path.split('/').at(-1) ?? '').replace(/\.rdl$/i, '').trim();
