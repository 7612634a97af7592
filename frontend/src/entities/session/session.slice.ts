import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded, sessionLost } from '../../shared/api/sessionLost';
import { isAnswerTo } from './answers';
import type { SessionInfo } from './types';

export interface SessionState extends Pick<SessionInfo, 'user' | 'roles'> {
  readonly isAuthenticated: boolean;
  readonly token: string;
  /** The server has ended the session that this client had: the log-in page says so. */
  readonly over: boolean;
}

const initialState: SessionState = {
  user: { username: '', firstName: '', lastName: '' },
  isAuthenticated: false,
  roles: [],
  token: '',
  over: false,
};

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** Re-reads the cookie: the payload is its value, empty when there is none. */
    tokenRead: (state, { payload: token }: PayloadAction<string>): SessionState =>
      token === '' ? initialState : { ...state, token, isAuthenticated: true, over: false },
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionLost, (state) => ({ ...initialState, over: state.over || state.isAuthenticated }))
      .addCase(sessionEnded, () => initialState)
      // With the answer itself, so that no page is drawn before it knows its user.
      .addMatcher(isAnswerTo('validate', 'logIn'), (state, { payload }) => ({
        ...state,
        user: payload.user,
        roles: payload.roles,
      }));
  },
  selectors: {
    selectIsAuthenticated: (state) => state.isAuthenticated,
    selectToken: (state) => state.token,
    selectUser: (state) => state.user,
    selectRoles: (state) => state.roles,
    selectIsOver: (state) => state.over,
  },
});

export const { tokenRead } = sessionSlice.actions;
export const { selectIsAuthenticated, selectToken, selectUser, selectRoles, selectIsOver } = sessionSlice.selectors;
