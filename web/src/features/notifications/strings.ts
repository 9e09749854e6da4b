import { register } from '../../lib/i18n';
import { notifications } from '../../lib/i18n/en/notifications';

register({ notifications });
