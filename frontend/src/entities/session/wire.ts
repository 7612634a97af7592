import * as v from 'valibot';

/** GET /user/validate-token-app2 and POST /auth/login-app2 (which adds a message). */
export const wireSession = v.object({
  user: v.object({ username: v.string(), firstName: v.string(), lastName: v.string() }),
  roles: v.array(v.string()),
});

/** POST /auth/logout-app2. */
export const wireMessage = v.object({ message: v.string() });
