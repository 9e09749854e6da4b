import { insights } from './en/insights';
import { media } from './en/media';
import { polls } from './en/polls';
import { register } from './index';

// What cards say; the first page of a visitor shows none.
register({ insights, media, polls });
