import { register } from '../../../lib/i18n';
import { adminCase } from '../../../lib/i18n/en/admin-case';

register({ adminCase });
