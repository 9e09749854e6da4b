import { register } from '../../lib/i18n';
import { create } from '../../lib/i18n/en/create';

register({ create });
