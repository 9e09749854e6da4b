import { register } from '../../../lib/i18n';
import { adminRequests } from '../../../lib/i18n/en/admin-requests';

register({ adminRequests });
