import { register } from '../i18n';
import { limits } from '../i18n/en/limits';

register({ limits });
