/** The brand of the client: who sets it, what is refused, what everyone may read, and where it shows. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readableAccent } from '#engine';
import { createWebPorts, seedStore } from '#server/app';
import { writeLetter } from '../../server/mail/letters.ts';
import type { OutgoingLetter } from '../../server/ports/Mail.ts';
import { jpeg, png, webp } from '../support/pictures.ts';
import { printerFor } from './support/printClients.ts';
import { type Send, sender } from './support/sheets.ts';
import { type Ask, model, type Running, startApp } from './support/startApp.ts';

const id = 'b4a2d1f0-5c1e-5a77-9d0b-6f3f4c2e1a01';
const stores = process.env.STORES === 'postgres' ? (['postgres'] as const) : (['memory', 'sqlite'] as const);
const standard = { Name: 'Formwright', Accent: null, AccentDark: null, Logo: null, SignInPicture: null };
const empty = { Name: null, Accent: null, AccentDark: null, Logo: null, SignInPicture: null };

/** A PNG of 64 by 64 pixels that every reader can read. */
const readable =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAAd0lEQVR4AeXBAQEAAAiAIHN18+uHMPsIkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJkziJk7gDy4gCYOjOqpoAAAAASUVORK5CYII=';

describe.each(stores)('on the %s store', (store) => {
  let app: Running;
  let [admin, viewer, nobody] = [{} as Ask, {} as Ask, {} as Ask];
  let send: Send;
  const letters: OutgoingLetter[] = [];
  const ports = createWebPorts({ now: () => app.clock.now });

  const shown = async () => (await nobody('GET', '/branding')).body;
  const put = async (change: object) => {
    const { body } = await admin('GET', `/branding/${id}`);
    return admin('PUT', `/branding/${id}`, { ...body, ...change });
  };
  const saved = async (change: object) => {
    const answer = await put({ ...empty, ...change });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const upload = (field: string, content: Uint8Array | string, name: string) => {
    const form = new FormData();
    form.append('file', new Blob([content as BlobPart]), name);
    return send('POST', `/File?field=branding.${field}`, form);
  };
  const uploaded = async (field: string, content: Uint8Array, name: string) => {
    const { status, body } = await upload(field, content, name);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.Id as string;
  };
  /** The subject and the HTML that a person gets. */
  const mailed = async () => {
    const [person] = (await app.store.find({ entity: 'user', page: { number: 1, size: 1 } })).items;
    const letter = await app.store.transaction((session) =>
      writeLetter(
        { model, ports: ports } as never,
        session,
        { ...person, Email: 'a@example.com' },
        {
          ...{ about: 'mail.invite', params: { name: 'A', user: 'a', days: 7 } },
          ...{ link: 'https://office.example/x', by: 'admin' },
        },
      ),
    );
    await app.store.update('letter', letter, { Html: '<p>Text</p>' });
    letters.splice(0);
    await app.runDue();
    return letters.find((one) => one.id === letter) as OutgoingLetter;
  };

  beforeAll(async () => {
    app = await startApp({
      store,
      ports: {
        mail: {
          send: async (letter: OutgoingLetter) => {
            letters.push(letter);
          },
        },
      },
    });
    [admin, viewer, nobody] = [await app.as('admin'), await app.as('viewer'), await app.as()];
    send = await sender(app, 'admin');
    return () => app.store.close();
  });

  it('is the standard look until it is set, and survives a restart', async () => {
    expect(await shown()).toEqual(standard);
    await saved({ Name: 'Maple Cover', Accent: '#0b6b3a' });
    const again = await app.restart().as();
    expect((await again('GET', '/branding')).body).toEqual({
      ...standard,
      ...{ Name: 'Maple Cover', Accent: '#0b6b3a' },
    });
    await saved({});
    expect(await shown()).toEqual(standard);
  });

  it('is set by people who may configure the application, and by nobody else', async () => {
    for (const ask of [viewer, nobody]) {
      const status = ask === viewer ? 403 : 401;
      expect((await ask('GET', `/branding/${id}`)).status).toBe(status);
      expect((await ask('PUT', `/branding/${id}`, { ...empty, Name: 'Mine' })).status).toBe(status);
    }
    const uploadByViewer = await sender(app, 'viewer');
    const form = new FormData();
    form.append('file', new Blob([png({ width: 64, height: 64 }) as BlobPart]), 'a.png');
    expect((await uploadByViewer('POST', '/File?field=branding.Logo', form)).status).toBe(403);
    expect(await shown()).toEqual(standard);
  });

  it('refuses colours that cannot be read, says the ratio and names one that can', async () => {
    for (const [field, theme, colour] of [
      ['Accent', 'light', '#ffd400'],
      ['AccentDark', 'dark', '#202060'],
    ] as const) {
      const good = readableAccent(colour, theme) ?? '';
      const refused = await put({ ...empty, Accent: '#0b6b3a', [field]: colour });
      expect(refused.status).toBe(422);
      const text = JSON.stringify(refused.body);
      expect(text).toMatch(/contrast of \d\.?\d*:1/);
      expect(text).toContain(good);
      await saved({ Accent: '#0b6b3a', [field]: good });
      expect((await shown())[field]).toBe(good);
    }
    for (const Accent of ['red', '#fff', '#12345g', 'url(x)', '#0b6b3a;x'])
      expect((await put({ ...empty, Accent })).status, Accent).toBe(422);
    expect((await put({ ...empty, AccentDark: '#ffffff' })).status).toBe(422);
    expect((await put({ ...empty, Name: 'x'.repeat(41) })).status).toBe(422);
    await saved({});
  });

  it('refuses other files, and pictures that are too large or too small', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const [field, content, name] of [
      ['Logo', svg, 'a.svg'],
      ['Logo', svg, 'a.png'],
      ['Logo', webp({ width: 64, height: 64 }), 'a.webp'],
      ['Logo', png({ width: 8, height: 8 }), 'a.png'],
      ['Logo', png({ width: 3000, height: 64 }), 'a.png'],
      ['Logo', jpeg({ width: 64, height: 64, more: 600_000 }), 'a.jpg'],
      ['SignInPicture', jpeg({ width: 100, height: 100 }), 'a.jpg'],
      ['SignInPicture', svg, 'a.jpg'],
    ] as const) {
      const { status } = await upload(field, content, name);
      expect([413, 415, 422], `${field} ${name}`).toContain(status);
    }
    const Logo = await uploaded('SignInPicture', webp({ width: 800, height: 600 }), 'a.webp');
    expect((await put({ ...empty, Logo })).status).toBe(422);
  });

  it('everyone reads its pictures while it has them, and no other file', async () => {
    const Logo = await uploaded('Logo', png({ width: 64, height: 64 }), 'a.png');
    const SignInPicture = await uploaded('SignInPicture', jpeg({ width: 800, height: 600 }), 'b.jpg');
    const at = (file: string) => `/branding/picture/${file}`;
    expect((await nobody('GET', at(Logo))).status).toBe(404);
    await saved({ Logo, SignInPicture });
    expect(await shown()).toMatchObject({
      Logo: `/api${at(Logo)}`,
      SignInPicture: `/api${at(SignInPicture)}`,
    });
    for (const [file, type] of [
      [Logo, 'image/png'],
      [SignInPicture, 'image/jpeg'],
    ] as const) {
      const { status, headers } = await nobody('GET', at(file));
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-security-policy')).toContain('sandbox');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const etag = headers.get('etag') ?? '';
      expect((await nobody('GET', at(file), undefined, { 'if-none-match': etag })).status).toBe(304);
      expect((await nobody('GET', `/File/${file}`)).status).toBe(401);
    }
    const { items } = await app.store.find({ entity: 'file', page: { number: 1, size: 50 } });
    for (const { Id } of items.filter((one) => one.Id !== Logo && one.Id !== SignInPicture))
      expect((await nobody('GET', at(String(Id)))).status).toBe(404);
    await saved({ SignInPicture });
    expect((await nobody('GET', at(Logo))).status).toBe(404);
    await saved({});
  });

  it('emails carry it, and text that is not HTML stays text', async () => {
    const before = await mailed();
    expect(before.subject).toBe('Your access to Formwright');
    expect(before.html).toContain('border-bottom: 2px solid #2456a6; font-weight: bold">Formwright</p>');
    const Logo = await uploaded('Logo', png({ width: 64, height: 64 }), 'a.png');
    await saved({ Name: 'Maple <b> & Co', Accent: '#0b6b3a', Logo });
    const { subject, html } = await mailed();
    expect(subject).toBe('Your access to Maple <b> & Co');
    expect(html).toContain('2px solid #0b6b3a');
    expect(html).toMatch(
      new RegExp(`src="[^"]*/api/branding/picture/${Logo}" alt=""[^>]*>Maple &#60;b&#62; &#38; Co`),
    );
    expect(html).not.toContain('#2456a6');
    await saved({});
  });

  it('its name is that of the application in authenticator apps, passkeys, the API document and as sender', async () => {
    const begin = async () => {
      const { body } = await viewer('POST', '/account/second-factor', { CurrentPassword: 'demo' });
      const passkey = await viewer('POST', '/account/passkey/options', { CurrentPassword: 'demo' });
      const document = await viewer('GET', '/openapi.json');
      return [
        new URL(body.Uri).searchParams.get('issuer'),
        passkey.body.Options.rp.name,
        document.body.info.title,
        (await mailed()).sender,
      ];
    };
    expect(await begin()).toEqual(['Formwright', 'Formwright', 'Formwright', undefined]);
    await saved({ Name: 'Maple: Cover' });
    // A colon divides issuer and account in the address of an authenticator app.
    expect(await begin()).toEqual(['Maple  Cover', 'Maple: Cover', 'Maple: Cover', 'Maple: Cover']);
    await saved({});
  });

  it('its logo is in printed records whose header shows the brand', async () => {
    const print = await printerFor(app, 'admin');
    const [brand] = (await app.store.find({ entity: 'brand', page: { number: 1, size: 1 } })).items;
    const images = async (path: string) => {
      const { status, bytes, problem } = await print(path);
      expect(status, problem).toBe(200);
      return Buffer.from(bytes).toString('latin1').split('/Subtype /Image').length - 1;
    };
    const record = `/print/brand/${brand?.Id}`;
    expect(await images(record)).toBe(0);
    await saved({ Logo: await uploaded('Logo', Buffer.from(readable, 'base64'), 'a.png') });
    expect(await images(record)).toBeGreaterThan(0);
    await saved({});
    expect(await images(record)).toBe(0);
  });

  it('a database from before it was there starts with it, and once only', async () => {
    await app.store.remove('branding', id);
    expect(await shown()).toEqual(standard);
    for (const _ of [1, 2]) await seedStore({ model, store: app.store, ports: ports, seed: 'none' } as never);
    expect(await app.store.count('branding')).toBe(1);
    await saved({ Name: 'Maple Cover' });
    expect((await shown()).Name).toBe('Maple Cover');
    expect((await admin('POST', '/branding', { Name: 'Second' })).status).toBe(405);
    expect((await admin('DELETE', `/branding/${id}`)).status).toBe(405);
    await saved({});
  });
});
