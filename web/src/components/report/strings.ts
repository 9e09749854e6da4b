import { register } from '../../lib/i18n';
import { reports } from '../../lib/i18n/en/reports';

register({ reports });
