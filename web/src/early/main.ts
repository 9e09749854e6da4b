import { beginEarly } from './begin-early';

// The build makes a classic script of this file (build/start-script.ts), which runs before the first paint.
beginEarly();
