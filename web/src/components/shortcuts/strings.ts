import { register } from '../../lib/i18n';
import { shortcuts } from '../../lib/i18n/en/shortcuts';

register({ shortcuts });
