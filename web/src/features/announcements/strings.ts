import { register } from '../../lib/i18n';
import { announcements } from '../../lib/i18n/en/announcements';

register({ announcements });
