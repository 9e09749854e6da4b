import { register } from '../../lib/i18n';
import { protection } from '../../lib/i18n/en/protection';

register({ protection });
