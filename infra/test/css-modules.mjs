import { classesOf } from '../../web/build/class-names.ts';

/** Lets Jest import a CSS module. */
export default {
  /**
   * @param {string} css
   * @param {string} file
   */
  process: (css, file) => ({ code: `module.exports = ${JSON.stringify(classesOf(css, file))};` }),
};
