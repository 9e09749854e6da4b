import { register } from '../../lib/i18n';
import { follows } from '../../lib/i18n/en/follows';

register({ follows });
