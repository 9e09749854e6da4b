import { register } from '../../lib/i18n';
import { legal } from '../../lib/i18n/en/legal';

register({ legal });
