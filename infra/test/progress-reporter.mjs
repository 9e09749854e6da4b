/**
 * Tells who started Jest that a test has finished: between the files of a run, which can take minutes, it prints
 * nothing.
 */
export default class ProgressReporter {
  onTestCaseResult() {
    process.send?.('a test has finished');
  }
}
