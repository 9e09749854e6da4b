import { register } from '../../../lib/i18n';
import { adminPeople } from '../../../lib/i18n/en/admin-people';

register({ adminPeople });
