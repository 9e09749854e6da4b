import { register } from '../../../lib/i18n';
import { ballots } from '../../../lib/i18n/en/ballots';

register({ ballots });
