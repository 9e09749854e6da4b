import { register } from '../../lib/i18n';
import { footer } from '../../lib/i18n/en/footer';

register({ footer });
