import { runService } from '@inkling/platform';
import { service } from './index.js';

await runService(service);
