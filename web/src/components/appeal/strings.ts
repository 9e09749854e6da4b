import { register } from '../../lib/i18n';
import { appeal } from '../../lib/i18n/en/appeal';

register({ appeal });
