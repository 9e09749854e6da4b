import { register } from '../../../lib/i18n';
import { adminHealth } from '../../../lib/i18n/en/admin-health';

register({ adminHealth });
