/** One release in force, no matter which process a call comes to. */
import { beforeAll, expect, it } from 'vitest';
import { type Answer, type Ask, eventsOf, type Two } from './support/startTwo.ts';

export function describeRelease(pair: () => Two): void {
  let two: Two;
  beforeAll(() => {
    two = pair();
  });

  const field = (title: string) => ({ type: 'text', title: { 'en-CA': title, 'fr-CA': title } });
  const draft = async (ask: Ask, name: string) => {
    const answer = await ask('PUT', `/configure/draft/field/product-type.${name}`, field(name));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const publish = (ask: Ask) => ask('POST', '/configure/publish', { Note: 'A test' });
  const versionOf = async (ask: Ask): Promise<string> => {
    const { status, headers } = await ask('GET', '/model?part=public');
    expect(status).toBe(200);
    return String(headers.get('etag'));
  };

  it('is published on one process and answered by the other at the very next call', async () => {
    const { one, other } = await two.signIn();
    const asks = [one, other] as const;
    const [type] = (await one('GET', '/product/producttype?pageSize=1')).body.Items;
    for (const round of [0, 1]) {
      const [here, there] = round % 2 === 0 ? asks : [other, one];
      const name = `Extra${round}`;
      await draft(here, name);
      const published = await publish(here);
      expect(published.status, JSON.stringify(published.body)).toBe(201);
      // A field of the older model would be refused as unknown.
      const changed = await there('PUT', '/product/producttype', { Id: type.Id, [name]: `${round}` });
      expect([changed.status, changed.body[name]], JSON.stringify(changed.body)).toEqual([200, `${round}`]);
      expect(changed.body.Release).toBe(published.body.Number);
      expect((await here('GET', `/product/producttype/${type.Id}`)).body[name]).toBe(`${round}`);
      expect(await versionOf(there)).toBe(await versionOf(here));
    }
  });

  it('is never an older one to someone who saw a newer, however calls are spread', async () => {
    const { one, other } = await two.signIn();
    await draft(one, 'Watched');
    const before = await versionOf(one);
    let isOver = false;
    const watch = async (): Promise<readonly boolean[]> => {
      const seen: boolean[] = [];
      for (let call = 0; !isOver; call++) {
        const version = await versionOf(call % 2 ? one : other);
        seen.push(version !== before);
      }
      return seen;
    };
    const watching = Promise.all([watch(), watch(), watch()]);
    const published = await publish(one);
    const later = await Promise.all([one, other, one, other].map(versionOf));
    isOver = true;
    expect(published.status, JSON.stringify(published.body)).toBe(201);
    expect(later.map((version) => version !== before)).toEqual([true, true, true, true]);
    for (const seen of await watching) {
      const first = seen.indexOf(true);
      if (first >= 0) expect(seen.slice(first)).not.toContain(false);
    }
  });

  it('is told to browsers of the other process', async () => {
    const { one, token } = await two.signIn();
    const heard = await eventsOf(two.other, token);
    await draft(one, 'Told');
    const { body } = await publish(one);
    await expect.poll(() => heard).toContainEqual(['declarationsChanged', { version: body.Version }]);
  });

  it('is one of two that are published at once, and the other is refused with nothing lost', async () => {
    const { one } = await two.signIn();
    const { other: second } = await two.newPerson('admin');
    await draft(one, 'Mine');
    await draft(second, 'Theirs');
    const answers = await Promise.all([publish(one), publish(second)]);
    expect(answers.map(({ status }: Answer) => status).sort(), JSON.stringify(answers)).toEqual([201, 409]);
    const behind = answers[0]?.status === 409 ? one : second;
    expect((await behind('POST', '/configure/draft/rebase', {})).status).toBe(200);
    expect((await publish(behind)).status).toBe(201);
    const versions = await Promise.all([versionOf(one), versionOf(second)]);
    expect(versions[0]).toBe(versions[1]);
    const { body } = await one('GET', '/configure/draft');
    expect(body.Changes).toEqual(
      expect.arrayContaining(
        ['Mine', 'Theirs'].map((name) => expect.objectContaining({ name: `product-type.${name}` })),
      ),
    );
  });
}
