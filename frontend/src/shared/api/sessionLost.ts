import { createAction } from '@reduxjs/toolkit';

/** The server no longer knows this session (401). The app layer clears the client and goes to the log-in page. */
export const sessionLost = createAction('session/lost');

/** The user logged out, or another user logged in in another tab: everything held for the old one is dropped. */
export const sessionEnded = createAction('session/ended');
