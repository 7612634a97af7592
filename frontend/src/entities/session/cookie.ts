const NAME = 'token';

/**
 * The readable half of the session: a random handle, worthless alone. Its presence is what «logged in» means to the
 * client; the secret half is HttpOnly and never seen here.
 */
export function readToken(): string {
  for (const pair of document.cookie.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === NAME) return decodeURIComponent(pair.slice(at + 1).trim());
  }
  return '';
}

export function removeToken(): void {
  document.cookie = `${NAME}=; Path=/; Max-Age=0; SameSite=Strict`;
}
