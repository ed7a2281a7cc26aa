type Feature = 'forced-colors: active' | 'prefers-reduced-motion: reduce';
const replaced = new Map<Feature, Map<MediaList, string>>();
let watcher: MutationObserver | undefined;

/**
 * Applies the rules for a media feature as if the browser had it, for features a page cannot switch on. What a
 * browser does by itself under forced colours is not emulated.
 */
export function emulateMedia(wanted: readonly Feature[]): void {
  for (const feature of [...replaced.keys()]) if (!wanted.includes(feature)) restore(feature);
  watcher?.disconnect();
  if (wanted.length === 0) return;
  const apply = () => {
    for (const feature of wanted) for (const sheet of document.styleSheets) replaceIn(sheet, feature);
  };
  apply();
  // Styles of parts that load later.
  watcher = new MutationObserver(apply);
  watcher.observe(document.head, { childList: true });
}

function restore(feature: Feature): void {
  for (const [media, text] of replaced.get(feature) ?? []) media.mediaText = text;
  replaced.delete(feature);
}

function replaceIn(sheet: CSSStyleSheet | CSSGroupingRule, feature: Feature): void {
  const known = replaced.get(feature) ?? new Map<MediaList, string>();
  replaced.set(feature, known);
  for (const rule of sheet.cssRules) {
    if (rule instanceof CSSMediaRule && rule.media.mediaText.includes(feature)) {
      known.set(rule.media, rule.media.mediaText);
      rule.media.mediaText = 'all';
    }
    if (rule instanceof CSSGroupingRule) replaceIn(rule, feature);
  }
}
