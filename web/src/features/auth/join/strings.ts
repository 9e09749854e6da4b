import { register } from '../../../lib/i18n';
import { joining } from '../../../lib/i18n/en/joining';

register({ joining });
