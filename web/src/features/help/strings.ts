import { register } from '../../lib/i18n';
import { help } from '../../lib/i18n/en/help';

register({ help });
