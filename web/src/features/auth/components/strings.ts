import { register } from '../../../lib/i18n';
import { sentPoll } from '../../../lib/i18n/en/sent-poll';

register({ sentPoll });
