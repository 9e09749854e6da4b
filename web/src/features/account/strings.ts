import { register } from '../../lib/i18n';
import { account } from '../../lib/i18n/en/account';

register({ account });
