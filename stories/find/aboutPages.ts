import { type Pattern, patterns } from '../patterns/patterns.ts';
import { needs } from './needs.ts';
import { questions } from './questions.ts';
import type { AboutOf } from './searchPages.ts';

/** What the index by need, the patterns and the questions say about a page. */
export const aboutOf: AboutOf = (title, idPrefix) => [
  ...needs
    .flatMap((group) => group.needs)
    .filter(({ story }) => story.split('--')[0] === idPrefix)
    .map(({ need }) => need),
  ...Object.values<Pattern>(patterns)
    .filter((pattern) => title === `Patterns/${pattern.title}`)
    .flatMap((pattern) => [pattern.lead, ...pattern.do.map(({ text }) => text), ...pattern.avoid]),
  ...questions.filter(({ page }) => page === title).flatMap(({ asked, answer }) => [asked[0] ?? '', answer]),
];
