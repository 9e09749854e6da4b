/** What cards of special kinds of polls need, in one chunk that an ordinary feed does not load. */
export { BallotChips } from './ballot-chips';
export { BallotForm } from './ballot-form';
export { BallotResults } from './ballot-results';
export { CardQuestion } from './card-question';
