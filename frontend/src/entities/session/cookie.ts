const NAME = 'token';

/**
 * The readable half of the session: a random handle, worthless alone. Its presence is what «logged in» means to the
 * client; the secret half is HttpOnly and never seen here.
 */
export function readToken(): string {
  for (const pair of document.cookie.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === NAME) return pair.slice(at + 1).trim();
  }
  return '';
}

/** For the start of the app: theme-boot.js may have asked the server before, and a refusal removes the cookie. */
export const tokenAtStart = (): string => {
  const { pishkhanToken = '' } = window as { readonly pishkhanToken?: string };
  return readToken() || pishkhanToken;
};

export function removeToken(): void {
  const over = `${NAME}=; Path=/; Max-Age=0; SameSite=Strict`;
  document.cookie = over;
  // Where the API has an origin of its own, the cookie belongs to a domain that both share. Browsers ignore the others.
  const labels = window.location.hostname.split('.');
  for (let at = 0; at < labels.length - 1; at += 1) document.cookie = `${over}; Domain=${labels.slice(at).join('.')}`;
}
