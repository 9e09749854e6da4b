import { register } from '../../lib/i18n';
import { sensitive } from '../../lib/i18n/en/sensitive';

register({ sensitive });
