import { useEffect } from 'react';

interface SmsCode {
  readonly code: string;
}

const isSmsCode = (found: unknown): found is SmsCode =>
  typeof found === 'object' && found !== null && 'code' in found && typeof found.code === 'string';

/** Takes the code out of the message by itself, where the browser can and the person lets it (WebOTP). `onCode` is steady. */
export function useSmsCode(onCode: (code: string) => void): void {
  useEffect(() => {
    if (!('OTPCredential' in window)) return undefined;
    const wait = new AbortController();
    const wanted: object = { otp: { transport: ['sms'] }, signal: wait.signal };
    navigator.credentials.get(wanted).then(
      (found: unknown) => {
        if (isSmsCode(found)) onCode(found.code);
      },
      // Refused, or nothing came: the code is typed, as without it.
      () => undefined,
    );
    return () => wait.abort();
  }, [onCode]);
}
