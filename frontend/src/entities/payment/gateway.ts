/** The way out to the gateway, in one place, so that tests can replace it. */
export const gateway = {
  leaveTo: (address: string): void => {
    window.location.assign(address);
  },
};

/** Whether the server names a place that a payment may lead to: a page, and never a script. */
const isPage = (address: string): boolean => /^https?:$/.test(new URL(address, window.location.origin).protocol);

/** Leads to the gateway. False when there is no such place. */
export function payAt(redirectUrl: string | null): boolean {
  if (redirectUrl === null || !isPage(redirectUrl)) return false;
  gateway.leaveTo(redirectUrl);
  return true;
}

/** Calls back when the payer comes back to the page as it was left, by Back from the gateway. */
export function onReturn(back: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) back();
  };
  window.addEventListener('pageshow', onShow);
  return () => window.removeEventListener('pageshow', onShow);
}
