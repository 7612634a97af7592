import { setupServer } from 'msw/node';

/** The wire of the tests: it knows no call until a test names it, and an unknown one fails the test. */
export const server = setupServer();
