import { fail } from '../local/failure.mjs';
import { installDependencies } from '../local/install.mjs';

// `npm ci`, when packages are missing or differ from the lock file, and otherwise nothing.
await installDependencies((line) => console.log(line)).catch(fail);
