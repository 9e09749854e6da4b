import { register } from '../../../lib/i18n';
import { adminCase } from '../../../lib/i18n/en/admin-case';
import { adminQueue } from '../../../lib/i18n/en/admin-queue';
import '../log/strings';

register({ adminCase, adminQueue });
