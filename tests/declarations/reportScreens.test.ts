/** Messages and questions of the report screens, letter by letter. */
import { expect, it } from 'vitest';
import { formatMessage } from '#engine';
import { realModel } from './realModel.ts';

const model = realModel();
const say = (key: string) => formatMessage(model, 'en-CA', key);
const screen = (id: string) => {
  const found = model.screens.get(id);
  if (!found) throw new Error(`There is no screen '${id}'.`);
  return found;
};
const told = (id: string) => JSON.stringify(screen(id));

it('H-104 H-105 H-106 H-108 the list leads to a report; management has a title for a new one and for an existing one, and leads back', () => {
  expect([screen('reports').route, told('reports').includes('/report/{Id}')]).toEqual(['/report', true]);
  expect([screen('report-manage-new').route, screen('report-manage').route]).toEqual([
    '/report/manage',
    '/report/manage/:reportId',
  ]);
  expect([say('report.manage.new'), say('report.manage.title')]).toEqual([
    'Add a Report',
    'Report Management',
  ]);
  for (const id of ['report-manage-new', 'report-manage']) expect(told(id)).toContain('"/report"');
});

it('H-626 H-627 H-628 H-629 H-630 H-632 questions and messages are worded as specified', () => {
  const uses = (id: string, key: string) => expect(told(id), key).toContain(`"${key}"`);
  const texts = {
    'report|report-schedule.delete.panel': 'Delete the schedule?',
    'report|report-subscription.delete.confirm': 'Delete the subscription?',
    'report|report-subscription.saved': 'Subscription saved',
    'report-schedules|report-schedule.delete.list': 'Are you sure you want to delete the schedule?',
    'report-manage|report.manage.delete.confirm': "Do you want to delete the report and it's flavours?",
    'reports|report.remove.confirm': 'Are you sure you want to remove the report?',
  };
  for (const [place, text] of Object.entries(texts)) {
    const [id = '', key = ''] = place.split('|');
    uses(id, key);
    expect(say(key)).toBe(text);
  }
});

it('H-101 H-102 H-110 H-111 H-113 panels of a report send no request before they are visible; dashboards have their addresses', () => {
  const blocks = screen('report').blocks.filter(({ id }) => id === 'schedules' || id === 'subscriptions');
  expect(blocks.map((block) => 'lazy' in block && block.lazy)).toEqual([true, true]);
  expect([
    screen('report-schedules').route,
    screen('dashboard-search').route,
    screen('dashboard').route,
  ]).toEqual(['/report/schedules', '/report/dashboard/search', '/report/dashboards/:dashboardId']);
});
