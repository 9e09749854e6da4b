import { register } from '../../../lib/i18n';
import { adminLog } from '../../../lib/i18n/en/admin-log';

register({ adminLog });
