import { register } from '../../lib/i18n';
import { passkeys } from '../../lib/i18n/en/passkeys';

register({ passkeys });
