import { register } from '../../lib/i18n';
import { termsSheet } from '../../lib/i18n/en/terms-sheet';

register({ termsSheet });
