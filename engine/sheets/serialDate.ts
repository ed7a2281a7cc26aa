/** Excel serial dates: counted from the end of 1899, with a nonexistent 29 February 1900; or from 1904. */
const unixDay = 25_569;
const shift1904 = 1462;
const dayMs = 86_400_000;

/** `2026-11-22`, with a time `2026-11-22T02:35:00`, a time alone `02:35:00`. */
export function dateText(serial: number, is1904: boolean, isTime = false): string | undefined {
  const days = is1904 ? serial + shift1904 : serial < 60 ? serial + 1 : serial;
  const ms = Math.round((days - unixDay) * 86_400) * 1000;
  if (Math.abs(ms) > 8.64e15) return undefined;
  const moment = new Date(ms).toISOString();
  if (serial >= 0 && serial < 1 && (!is1904 || isTime)) return moment.slice(11, 19);
  return ms % dayMs === 0 ? moment.slice(0, -14) : moment.slice(0, -5);
}

/** Spreadsheets write no longer ones. */
const longestFormat = 255;

/** `36:00:00`: a duration, independent of the date system. */
export function elapsedText(serial: number): string {
  const seconds = Math.round(Math.abs(serial) * 86_400);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = [hours, minutes, seconds % 60].map((part) => String(part).padStart(2, '0'));
  return `${serial < 0 ? '-' : ''}${parts.join(':')}`;
}

/** What a format shows of a serial number: a duration, a time of day, or a date. */
export function dateKind(id: number, code: string | undefined): 'elapsed' | 'time' | 'day' {
  const bare = (code ?? (id === 46 ? '[h]:mm:ss' : ''))
    .slice(0, longestFormat)
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .split(';')[0];
  if (/\[(?:h+|m+|s+)\]/i.test(bare ?? '')) return 'elapsed';
  const isTime =
    code === undefined ? (id >= 18 && id <= 21) || id === 45 || id === 47 : /[hs]/i.test(bare ?? '');
  return isTime && !/[yd]/i.test((bare ?? '').replace(/\[[^\]]*\]/g, '')) ? 'time' : 'day';
}

const builtIn = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** Whether a format is for dates or times: built-in, including East Asian ones, or with date parts. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn.has(id) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  const bare = code
    .slice(0, longestFormat)
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';')[0];
  return !/general/i.test(bare ?? '') && /[ymdhs]/i.test(bare ?? '');
}
