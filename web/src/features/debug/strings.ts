import { register } from '../../lib/i18n';
import { debug } from '../../lib/i18n/en/debug';

register({ debug });
