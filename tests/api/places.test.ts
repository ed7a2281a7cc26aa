/** Address suggestions and coordinates: the embedded places, and a fake server that answers like Photon. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKnownPlaces } from '../../extensions/profiles/server/places/createKnownPlaces.ts';
import { createPhotonPlaces } from '../../extensions/profiles/server/places/createPhotonPlaces.ts';
import { readSettings } from '../../extensions/profiles/server/readSettings.ts';
import { patience } from '../../scripts/patience.mjs';
import { type Ask, type Running, startApp } from './support/startApp.ts';

describe('the embedded places', () => {
  let app: Running;
  let ask: Ask;
  beforeAll(async () => {
    app = await startApp({ store: 'memory' });
    ask = await app.as('viewer');
    return () => app.store.close();
  });
  const suggested = async (text: string) =>
    (await ask('GET', `/profile/addresssuggestions?text=${encodeURIComponent(text)}`)).body.Items;

  it('H-285 H-286 a text gives street, city, province, country and coordinates, in Canada only', async () => {
    const [first] = await suggested('120 Main Street, barr');
    expect(first).toMatchObject({
      Label: '120 Main Street, Barrie, ON',
      AddressLine1: '120 Main Street',
      City: 'Barrie',
      ProvinceId: 'ON',
      CountryId: 'CA',
      Coordinates: { Latitude: 44.4001, Longitude: -79.6663 },
    });
    expect((await suggested('montreal'))[0].City).toBe('Montréal');
    expect(await suggested('h2x1y4')).toMatchObject([{ PostalCode: 'H2X 1Y4', ProvinceId: 'QC' }]);
    expect(await suggested('X0A 0H0')).toMatchObject([{ ProvinceId: 'NU' }]);
    for (const nowhere of ['Chicag', 'ot', '', ' ', '12345', 'x'.repeat(4000), '%00'])
      expect(await suggested(nowhere), nowhere.slice(0, 20)).toEqual([]);
    const tooLong = await ask('GET', `/profile/addresssuggestions?text=${'x'.repeat(4001)}`);
    expect([tooLong.status, tooLong.body.Parameter]).toEqual([400, 'text']);
    expect(await suggested('saint')).toHaveLength(8);
    expect((await (await app.as())('GET', '/profile/addresssuggestions?text=barrie')).status).toBe(401);
  });

  it('H-520 an address is sent and its coordinates come back; of an unknown one, none', async () => {
    const where = async (body: unknown) => (await ask('POST', '/profile/coordinates', body)).body;
    expect(await where({ AddressLine1: '1 Rue', City: 'québec', ProvinceId: 'QC' })).toMatchObject({
      Latitude: expect.closeTo(46.8, 1),
      Longitude: expect.closeTo(-71.2, 1),
    });
    expect(await where({ City: 'Nowhere' })).toEqual({ Latitude: null, Longitude: null });
    expect(await where({})).toEqual({ Latitude: null, Longitude: null });
    expect((await (await app.as())('POST', '/profile/coordinates', {})).status).toBe(401);
  });
});

describe('a geocoder over HTTP', () => {
  let server: Server;
  let reply: { status?: number; body?: string; hangs?: boolean } = {};
  const asked: string[] = [];
  const warnings: object[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(decodeURIComponent(request.url ?? ''));
      if (reply.hangs) return;
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
      response.end(reply.body ?? '{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const places = () =>
    createPhotonPlaces({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      otherwise: createKnownPlaces(),
      log: { warn: (facts) => warnings.push(facts) },
      // The limit is only for the service that hangs: on a busy machine a good answer may take longer.
      timeoutMs: reply.hangs ? 200 : patience(60),
    });
  const feature = (properties: object) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-75.7, 45.4] },
    properties: { countrycode: 'CA', state: 'Ontario', city: 'Ottawa', ...properties },
  });

  it('its places in Canada are suggested, and others omitted', async () => {
    reply = {
      body: JSON.stringify({
        features: [
          feature({ housenumber: '100', street: 'Queen Street', postcode: 'k1p 1j9' }),
          feature({ countrycode: 'US', state: 'New York', city: 'Albany' }),
          feature({ city: undefined, name: 'Bridge', osm_value: 'bridge' }),
          null,
        ].filter(Boolean),
      }),
    };
    expect(await places().suggest('100 Queen')).toEqual([
      {
        Id: '100 Queen Street, Ottawa, ON, K1P 1J9',
        Label: '100 Queen Street, Ottawa, ON, K1P 1J9',
        AddressLine1: '100 Queen Street',
        City: 'Ottawa',
        ProvinceId: 'ON',
        CountryId: 'CA',
        PostalCode: 'K1P 1J9',
        Coordinates: { Latitude: 45.4, Longitude: -75.7 },
      },
    ]);
    expect(asked.at(-1)).toBe('/api?q=100 Queen&limit=16');
    expect(await places().locate({ City: 'Ottawa' })).toEqual({ Latitude: 45.4, Longitude: -75.7 });
  });

  it.each([
    ['hangs', { hangs: true }],
    ['fails', { status: 500 }],
    ['answers no JSON', { body: '<html>' }],
    ['answers something else', { body: '{"features":7}' }],
    ['answers too much', { body: JSON.stringify({ features: ['x'.repeat(1_100_000)] }) }],
  ])('one that %s is silently replaced by the embedded places', async (_, next) => {
    reply = next;
    const before = warnings.length;
    expect((await places().suggest('Barrie'))[0]?.City).toBe('Barrie');
    expect(await places().locate({ City: 'Barrie' })).toMatchObject({ Latitude: 44.4001 });
    expect(warnings.length).toBe(before + 2);
  });

  it('too short a text calls no service, and an invalid server address is refused at the start', async () => {
    const before = asked.length;
    expect(await places().suggest('ba')).toEqual([]);
    expect(asked).toHaveLength(before);
    expect(readSettings({ GEOCODER_URL: ' http://photon.example:2322 ' }).geocoder).toBe(
      'http://photon.example:2322',
    );
    expect(() => readSettings({ GEOCODER_URL: 'photon' })).toThrow(/GEOCODER_URL/);
  });
});
