import { register } from '../i18n';
import { push } from '../i18n/en/push';

register({ push });
