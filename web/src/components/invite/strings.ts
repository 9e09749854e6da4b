import { register } from '../../lib/i18n';
import { invite } from '../../lib/i18n/en/invite';

register({ invite });
