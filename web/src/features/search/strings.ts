import { register } from '../../lib/i18n';
import { search } from '../../lib/i18n/en/search';

register({ search });
