/** Browser and system named in a user agent, else its first word; undefined if empty. */
export function deviceName(userAgent: string): string | undefined {
  const browser = browsers.find(([, mark]) => mark.test(userAgent))?.[0];
  const system = systems.find(([, mark]) => mark.test(userAgent))?.[0];
  if (!browser && !system) return userAgent.split(/[/\s(]/)[0]?.slice(0, 40) || undefined;
  return [browser, system].filter(Boolean).join(', ');
}

/** The first match wins, as most user agents name other browsers too. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly (readonly [string, RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];
