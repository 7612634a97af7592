import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const LINES = 12;

/** Tells at the very end, in few lines each, what failed: a log is often kept by its last lines only. */
export default class Failures implements Reporter {
  private readonly failed: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus || result.status === 'skipped') return;
    const why = result.errors.map(({ message = '', location }) => {
      const lines = stripVTControlCharacters(message)
        .split('\n')
        .filter((line) => line.trim() !== '');
      return [...lines.slice(0, LINES), location ? `at ${location.file}:${location.line}` : ''].join('\n    ');
    });
    this.failed.push(`${test.titlePath().filter(Boolean).join(' › ')}\n    ${why.join('\n    ')}`);
  }

  onEnd(): void {
    if (this.failed.length > 0) process.stdout.write(`\nfailed:\n  ${this.failed.join('\n  ')}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
