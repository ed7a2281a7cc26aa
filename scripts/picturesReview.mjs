// `npm run pictures-review`: opens the differences that `npm run pictures` found for accepting and commenting.
// Decisions are files in `.results/reviews`, or in the folder named after `--`, to be shared.
import path from 'node:path';
import { root } from './install.mjs';
import { serveReview } from './pictures/reviews.mjs';

const results = path.join(root, '.results');
const [reviews = path.join(results, 'reviews')] = process.argv.slice(2);
const { origin } = await serveReview({ folder: path.join(results, 'pictures'), reviews });
console.log(`${origin}\nDecisions are kept in ${reviews}. Stop with Ctrl+C.`);
