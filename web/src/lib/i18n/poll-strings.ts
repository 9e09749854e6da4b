import { feed } from './en/feed';
import { insights } from './en/insights';
import { media } from './en/media';
import { polls } from './en/polls';
import { register } from './index';

// The sentences of cards and of the feed, which a visitor's first page does not need.
register({ feed, insights, media, polls });
