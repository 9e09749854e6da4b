import { register } from '../../lib/i18n';
import { crop } from '../../lib/i18n/en/crop';

register({ crop });
