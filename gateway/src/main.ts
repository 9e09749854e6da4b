import { runService } from '@inkling/platform';
import { gateway } from './index.js';

await runService(gateway);
