import { register } from '../../../lib/i18n';
import { oneTimeCodes } from '../../../lib/i18n/en/one-time-codes';

register({ oneTimeCodes });
