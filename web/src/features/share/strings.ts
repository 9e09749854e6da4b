import { register } from '../../lib/i18n';
import { share } from '../../lib/i18n/en/share';

register({ share });
