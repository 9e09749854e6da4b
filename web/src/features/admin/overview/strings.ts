import { register } from '../../../lib/i18n';
import { adminOverview } from '../../../lib/i18n/en/admin-overview';

register({ adminOverview });
