import { register } from '../../lib/i18n';
import { account } from '../../lib/i18n/en/account';
import { dataExport } from '../../lib/i18n/en/data-export';
import { changeEmail } from '../../lib/i18n/en/change-email';
import { deletion } from '../../lib/i18n/en/deletion';
import { settings } from '../../lib/i18n/en/settings';

register({ account, changeEmail, dataExport, deletion, settings });
