import { insights } from './en/insights';
import { media } from './en/media';
import { polls } from './en/polls';
import { register } from './index';

// The sentences of cards, which a visitor's first page does not need.
register({ insights, media, polls });
