import { profile } from './en/profile';
import { register } from './index';

register({ profile });
