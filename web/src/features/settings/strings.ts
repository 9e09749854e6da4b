import { register } from '../../lib/i18n';
import { account } from '../../lib/i18n/en/account';
import { settings } from '../../lib/i18n/en/settings';

register({ account, settings });
