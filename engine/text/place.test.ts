import { describe, expect, it } from 'vitest';
import { isPlace, mapOf, normalPlace, readPlace, writePlace } from './place.ts';

const harbour = '49.2827,-123.1207';

describe('a place', () => {
  it.each([
    ['49.2827, -123.1207', harbour],
    ['49.2827 -123.1207', harbour],
    ['49,2827; -123,1207', harbour],
    ['49,2827, -123,1207', harbour],
    ['49,2827,-123,1207', harbour],
    ['49.2827° N, 123.1207° W', harbour],
    ['49,2827° N, 123,1207° O', harbour],
    ['123.1207W 49.2827N', harbour],
    ['N 49.2827 W 123.1207', harbour],
    ['n49.2827,w123.1207', harbour],
    ['\u221233.8688, 151.2093', '-33.8688,151.2093'],
    [`49°16'57.72"N 123°7'14.52"W`, harbour],
    ['49°\u00A016′\u00A057,72″\u00A0N, 123°\u00A07′\u00A014,52″\u00A0O', harbour],
    ["49°16.962'N 123°07.242'W", harbour],
    ['0 0', '0,0'],
    ['-0.0, 0.00000001', '0,0'],
    ['0.0000001, -0.0000020', '0.0000001,-0.000002'],
    ['90, -180', '90,-180'],
    ['49.28270000000001, -123.12069999999999', harbour],
    ['geo:49.2827,-123.1207', harbour],
    ['geo:49.2827,-123.1207,12;u=35', harbour],
    ['geo:49.2827,-123.1207;crs=WGS84', harbour],
    ['geo:0,0?q=49.2827,-123.1207(Harbour)', harbour],
    ['geo:0,0?q=49.2827%2C-123.1207', harbour],
    ['https://www.openstreetmap.org/?mlat=49.2827&mlon=-123.1207#map=12/48.1/-122.9', harbour],
    ['https://www.openstreetmap.org/#map=17/49.2827/-123.1207', harbour],
    ['https://www.google.com/maps/@49.2827,-123.1207,15z', harbour],
    ['https://www.google.com/maps/place/X/@49.1,-123.5,15z/data=!3d49.2827!4d-123.1207', harbour],
    ['https://maps.google.com/?q=49.2827,-123.1207', harbour],
    ['https://maps.apple.com/?ll=49.2827,-123.1207&q=Harbour', harbour],
    ['https://www.bing.com/maps?cp=49.2827~-123.1207&lvl=15', harbour],
  ])('is read from %s', (text, place) => {
    expect(readPlace(text)).toBe(place);
  });

  it.each([
    ...['', 'Vancouver', '49.2827', '49,28,123', '90.0000001, 0', '91, 0', '0, 180.1', '49.28N, -123.12W'],
    ...['49.28 N, 123.12', '49.28 N 123.12 N', `49°60'N 123°7'W`, `49.5°16'N 123°7'W`, '49.28, -123.12, 5'],
    ...['geo:91,0', 'geo:49.28,-123.12;crs=nad27', 'geo:49.28', 'https://example.com/', 'https://', '1e1, 2'],
    ...['javascript:alert(1)', `${'9'.repeat(3000)}`, `${' 9'.repeat(59)}`, '<b>49, 50</b>'],
  ])('is not read from %s', (text) => {
    expect(readPlace(text)).toBeUndefined();
  });

  it('has one spelling in data, with at most seven decimals', () => {
    expect(normalPlace('+49.28270, -0123.1207')).toBe('+49.28270, -0123.1207');
    expect(normalPlace('+49.28270, -123.1207')).toBe(harbour);
    expect([harbour, '49, 50', '-90,180'].map(isPlace)).toEqual([true, true, true]);
    const bad = ['49.28270001,-123', '90.1,0', '0,-180.1', '49', '49;50', 'NaN,0', '49.,5', ' 49,5'];
    expect(bad.filter(isPlace)).toEqual([]);
  });

  it('is written as maps read it, and opened in a map', () => {
    expect(writePlace(harbour)).toBe('49.2827, -123.1207');
    expect(writePlace('somewhere')).toBe('somewhere');
    expect(mapOf(harbour)).toBe('geo:49.2827,-123.1207');
    expect(mapOf('javascript:alert(1)')).toBeUndefined();
  });
});
