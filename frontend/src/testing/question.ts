/**
 * For `findByRole('alertdialog', QUESTION)`: what asks the user. Messages have the same role, in a region of their own, and
 * stay for five seconds: a test that takes any, or waits until there is none, waits for them to go.
 */
export const QUESTION = { name: (_name: string, element: Element) => element.closest('[role="region"]') === null };
