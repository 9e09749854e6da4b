import { register } from '../../lib/i18n';
import { proof } from '../../lib/i18n/en/proof';

register({ proof });
