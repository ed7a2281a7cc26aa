/** Trainings and conferences of employees, also as visible to their dealer, and notes about profiles. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Profiles, startProfiles } from './support/dealers.ts';
import type { Ask } from './support/startApp.ts';

describe('trainings, conferences and notes', () => {
  let on: Profiles;
  let [trainer, reader, writer] = [] as unknown as [Ask, Ask, Ask];
  let employee: DataRecord;

  beforeAll(async () => {
    on = await startProfiles([
      { id: 'trains', features: ['Employee.Training.Edit'] },
      { id: 'reads', features: ['*'], except: ['Employee.Training.Edit', 'ManageProfileCommentFeature'] },
      { id: 'notes', features: ['ManageProfileCommentFeature'] },
    ]);
    [trainer, reader, writer] = await Promise.all([on.as('trains'), on.as('reads'), on.as('notes')]);
    const { Items } = (await on.admin('GET', '/profile/employee?pageSize=0')).body;
    employee = Items.find(({ UserName }: DataRecord) => UserName === 'jtremblay');
    return () => on.app.store.close();
  });

  it('H-145 H-306 H-401 a training, which expires a year less a day after it was completed', async () => {
    const path = `/profile/employee/${employee.Id}/training`;
    const sent = {
      Name: 'Protection products',
      Description: 'Two days',
      TrainingTypeId: 2,
      TrainingProviderId: 1,
      CompletedDate: '2026-03-01',
    };
    const { status, body } = await trainer('POST', path, sent);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      ...sent,
      TrainingProvider: { Name: 'Internal' },
      EffectiveDate: '2026-03-01',
      ExpiryDate: '2027-02-28',
    });
    const [type] = (await on.admin('GET', '/product/producttypes')).body.Items;
    const more = { ProductTypeId: type.Id, EffectiveDate: '2026-03-02', ExpiryDate: '2026-12-31' };
    const { Revision } = (
      await trainer('PUT', path, { Id: body.Id, ...more, $overrides: ['/EffectiveDate', '/ExpiryDate'] })
    ).body;
    expect(Revision).toBeTruthy();
    const { Items } = (await reader('GET', `/profile/dealer/${employee.DealerId}/training`)).body;
    expect(Items).toMatchObject([
      { ...more, ProductType: { Name: type.Name }, Employee: { DisplayName: employee.DisplayName } },
    ]);
    const early = { Id: body.Id, ExpiryDate: '2026-01-01', $overrides: ['/ExpiryDate'] };
    expect((await trainer('PUT', path, early)).status).toBe(422);
    for (const [method, at] of [
      ['POST', path],
      ['PUT', path],
      ['DELETE', `${path}/${body.Id}`],
    ] as const)
      expect((await reader(method, at, method === 'DELETE' ? undefined : sent)).status, method).toBe(403);
    expect((await trainer('DELETE', `${path}/${body.Id}`)).status).toBe(204);
    expect((await trainer('DELETE', `${path}/${body.Id}`)).status).toBe(404);
  });

  it('H-146 a conference, with its author', async () => {
    const path = `/profile/employee/${employee.Id}/conference`;
    const sent = { Name: 'Spring conference', Description: 'Halifax', DateCompleted: '2026-05-04' };
    const { status, body } = await trainer('POST', path, sent);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ ...sent, CreatedByUserName: 'trains' });
    const { Items } = (await reader('GET', `/profile/dealer/${employee.DealerId}/conference`)).body;
    expect(Items).toMatchObject([{ ...sent, Employee: { DisplayName: employee.DisplayName } }]);
    expect((await reader('POST', path, sent)).status).toBe(403);
    expect((await trainer('POST', path, { Name: 'No date', DateCompleted: null })).status).toBe(422);
    expect((await trainer('DELETE', `${path}/${body.Id}`)).status).toBe(204);
  });

  it.each('dealer employee brand dealergroup lienholder oem owningcompany underwriter'.split(' '))(
    'H-362 notes about a %s need the right to write them, and are read with it',
    async (type) => {
      const [{ Id }] = (await on.admin('GET', `/profile/${type}`)).body.Items;
      const path = `/profile/${type}/${Id}/note`;
      const { status, body } = await writer('POST', path, { Text: 'Called twice.' });
      expect(status, JSON.stringify(body)).toBe(201);
      const { Items } = (await writer('GET', path)).body;
      expect(Items.find((note: DataRecord) => note.Id === body.Id)).toMatchObject({
        Text: 'Called twice.',
        CreatedByUserName: 'notes',
        CreatedDate: expect.any(String),
      });
      const { Notes } = (await on.admin('GET', `/profile/${type}/${Id}`)).body;
      expect(Notes.map((note: DataRecord) => note.Id)).toContain(body.Id);
      expect((await reader('GET', `/profile/${type}/${Id}`)).body).not.toHaveProperty('Notes');
      for (const [method, at] of [
        ['GET', path],
        ['POST', path],
        ['DELETE', `${path}/${body.Id}`],
      ] as const)
        expect((await reader(method, at, method === 'POST' ? { Text: 'x' } : undefined)).status, method).toBe(
          403,
        );
      const other = await on.admin('PUT', path, { Id: body.Id, Text: 'Mine now.' });
      expect(other.body.Message).toContain('Only the person who wrote a note can change it.');
      expect((await writer('PUT', path, { Id: body.Id, Text: 'Called three times.' })).status).toBe(200);
      expect((await writer('POST', path, { Text: '' })).status).toBe(422);
      expect((await writer('DELETE', `${path}/${body.Id}`)).status).toBe(204);
    },
  );
});
