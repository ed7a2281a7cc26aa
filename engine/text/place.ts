/** Places on the earth, WGS 84: in stored form, `latitude,longitude`, and as people write and paste them. */

const decimal = '[+-]?\\d{1,3}(?:\\.\\d{1,7})?';
const stored = new RegExp(`^(${decimal}), ?(${decimal})$`);

/** Whether data hold a place: two decimal numbers of degrees within bounds, to the centimetre. */
export function isPlace(text: string): boolean {
  return normal(text) !== undefined;
}

/** The one spelling of a place: no blank, sign or zero that is not needed; other text is returned unchanged. */
export function normalPlace(text: string): string {
  return normal(text) ?? text;
}

function normal(text: string): string | undefined {
  const [, latitude, longitude] = stored.exec(text) ?? [];
  return latitude && longitude ? placeAt(Number(latitude), Number(longitude)) : undefined;
}

/** The place at two angles, rounded to seven decimals; undefined outside the earth. */
export function placeAt(latitude: number, longitude: number): string | undefined {
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? `${degrees(latitude)},${degrees(longitude)}` : undefined;
}

const degrees = (angle: number): string => String(Number(angle.toFixed(7)) + 0).replace(/^.*e.*$/, exactly);

/** Angles below a millionth of a degree, which numbers write with an exponent. */
const exactly = (text: string): string => Number(text).toFixed(7).replace(/0+$/, '');

/** `49.2827, -123.1207`, in both languages as maps and receivers read it. */
export function writePlace(value: unknown): string {
  return normalPlace(String(value)).replace(/,\s*/, ', ');
}

/** A `geo:` URI, which opens the maps of the device. */
export function mapOf(value: string): string | undefined {
  const place = normal(value);
  return place && `geo:${place}`;
}

/** Far longer than any link of a map. */
const longest = 2000;

/**
 * Decimal degrees, degrees with minutes and seconds, letters for the hemisphere (O is West), a `geo:` URI or
 * the link of a map; undefined for what is no place, or could be two.
 */
export function readPlace(text: string): string | undefined {
  const bare = text.trim();
  if (bare.length > longest) return undefined;
  if (/^geo:/i.test(bare)) return fromUri(bare);
  if (/^https?:/i.test(bare)) return fromMap(bare);
  return bare.length > 120 ? undefined : fromAngles(bare);
}

function fromUri(text: string): string | undefined {
  const [whole, latitude, longitude, rest = ''] =
    /^geo:(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)(?:,-?\d+(?:\.\d+)?)?([;?].*)?$/i.exec(text) ?? [];
  const [, system = 'wgs84'] = /;crs=([^;?]*)/i.exec(rest) ?? [];
  if (whole === undefined || system.toLowerCase() !== 'wgs84') return undefined;
  // Phones share a pin as `geo:0,0?q=49.28,-123.12(Name)`.
  const [, pin] = /[?&]q=([^&(]*)/i.exec(rest) ?? [];
  return (pin && pair(decoded(pin))) || placeAt(Number(latitude), Number(longitude));
}

/** The members in which maps write a place: a pin before the middle of the view. */
const members = ['q', 'query', 'll', 'coordinate', 'daddr', 'destination', 'center', 'cp', 'sll'];

function fromMap(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { pathname, searchParams, hash } = new URL(text);
  const [, ...pin] = /!3d(-?\d{1,3}(?:\.\d+)?)!4d(-?\d{1,3}(?:\.\d+)?)/.exec(pathname) ?? [];
  const marked = [searchParams.get('mlat'), searchParams.get('mlon')];
  const [, ...view] = /@(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)/.exec(pathname) ?? [];
  const [, ...shown] = /map=[\d.]+\/(-?\d{1,3}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)/.exec(hash) ?? [];
  const named = members.map((name) => searchParams.get(name)?.replace('~', ',') ?? '');
  return [pin.join(), marked.join(), ...named, view.join(), shown.join()].map(pair).find(Boolean);
}

function pair(text: string): string | undefined {
  const [, latitude, longitude] =
    /^(?:loc:)?\s*([+-]?\d{1,3}(?:\.\d+)?)[,\s]\s*([+-]?\d{1,3}(?:\.\d+)?)$/.exec(text) ?? [];
  return latitude && longitude ? placeAt(Number(latitude), Number(longitude)) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Where one angle may end and the other begin: `49,28, -123,12` has one reading, `49,28,123` has two. */
const between = /\s*[,;/]\s*|\s+|(?<=[NSEWO])(?=\d)/g;

function fromAngles(text: string): string | undefined {
  const plain = text
    .toUpperCase()
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/[\u00BA\u02DA]/g, '°')
    .replace(/''|[\u2033\u201D\u201C]/g, '"')
    .replace(/[\u2032\u2019\u2018]/g, "'");
  const read = [...plain.matchAll(between)].map((gap) =>
    together(angle(plain.slice(0, gap.index)), angle(plain.slice(gap.index + gap[0].length))),
  );
  const [place, ...others] = new Set(read.filter((one) => one !== undefined));
  return others.length === 0 ? place : undefined;
}

type Angle = { readonly value: number; readonly side: string };

const written =
  /^([NSEWO]?)\s*([+-]?)\s*(\d{1,3}(?:[.,]\d{1,20})?)\s*(?:°\s*(?:(\d{1,2}(?:[.,]\d{1,20})?)\s*'\s*(?:(\d{1,2}(?:[.,]\d{1,20})?)\s*"\s*)?)?)?([NSEWO]?)$/;

function angle(text: string): Angle | undefined {
  const [whole, before, sign, ...parts] = written.exec(text.trim()) ?? [];
  const after = parts.pop();
  if (whole === undefined || (before && after) || (sign && (before || after))) return undefined;
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map((part) =>
    Number((part ?? '0').replace(',', '.')),
  );
  // Only the last part has a fraction.
  const isUneven = (parts[1] && degrees % 1) || (parts[2] && minutes % 1);
  if (isUneven || minutes >= 60 || seconds >= 60) return undefined;
  const value = degrees + minutes / 60 + seconds / 3600;
  const side = before || after || '';
  return { value: sign === '-' || /[SWO]/.test(side) ? -value : value, side };
}

/** Both with a letter or neither; without letters, the latitude comes first. */
function together(one: Angle | undefined, other: Angle | undefined): string | undefined {
  if (!one || !other) return undefined;
  const [isNorth, isSecondNorth] = [one, other].map(({ side }) => side === 'N' || side === 'S');
  if (one.side === '' && other.side === '') return placeAt(one.value, other.value);
  if (!one.side || !other.side || isNorth === isSecondNorth) return undefined;
  return isNorth ? placeAt(one.value, other.value) : placeAt(other.value, one.value);
}
