import { register } from '../../lib/i18n';
import { notices } from '../../lib/i18n/en/notices';
import { notifications } from '../../lib/i18n/en/notifications';

register({ notices, notifications });
