import { register } from '../../lib/i18n';
import { admin } from '../../lib/i18n/en/admin';

register({ admin });
