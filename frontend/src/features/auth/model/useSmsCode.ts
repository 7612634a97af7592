import { useEffect } from 'react';

const isSmsCode = (found: unknown): found is { readonly code: string } =>
  typeof found === 'object' && found !== null && 'code' in found && typeof found.code === 'string';

/** Reads the code out of the message where the browser can and the user allows it (WebOTP). `onCode` must be stable. */
export function useSmsCode(onCode: (code: string) => void): void {
  useEffect(() => {
    if (!('OTPCredential' in window)) return undefined;
    const wait = new AbortController();
    const wanted: object = { otp: { transport: ['sms'] }, signal: wait.signal };
    navigator.credentials.get(wanted).then(
      (found: unknown) => {
        if (isSmsCode(found)) onCode(found.code);
      },
      // Refused, or nothing came: the user types the code.
      () => undefined,
    );
    return () => wait.abort();
  }, [onCode]);
}
