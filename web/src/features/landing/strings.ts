import { register } from '../../lib/i18n';
import { landing } from '../../lib/i18n/en/landing';

register({ landing });
