import { register } from '../../../lib/i18n';
import { secondStep } from '../../../lib/i18n/en/second-step';

register({ secondStep });
