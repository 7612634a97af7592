import { onlyDigits } from './digits';

/** The chat with a mobile number of Iran; null for any other number. */
export function whatsAppUrl(number: string): string | null {
  const digits = onlyDigits(number);
  return /^09\d{9}$/.test(digits) ? `https://wa.me/98${digits.slice(1)}` : null;
}

/** A place on the map. Android asks which of its map apps is meant; elsewhere a page that needs none opens. */
export function mapUrl(place: string, userAgent: string): string {
  // Without the marks that isolate a Persian text on an English page.
  const query = encodeURIComponent(place.replace(/[\u2066-\u2069]/g, ''));
  return userAgent.includes('Android')
    ? `geo:0,0?q=${query}`
    : `https://www.google.com/maps/search/?api=1&query=${query}`;
}
