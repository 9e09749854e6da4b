import { register } from '../../lib/i18n';
import { follow } from '../../lib/i18n/en/follow';

register({ follow });
