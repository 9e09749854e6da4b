import { register } from '../../lib/i18n';
import { account } from '../../lib/i18n/en/account';
import { confirmEmail } from '../../lib/i18n/en/confirm-email';

register({ account, confirmEmail });
