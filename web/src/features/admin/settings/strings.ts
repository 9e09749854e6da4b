import { register } from '../../../lib/i18n';
import { adminInstance } from '../../../lib/i18n/en/admin-instance';

register({ adminInstance });
