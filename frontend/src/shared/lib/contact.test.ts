import { expect, it } from 'vitest';
import { mapUrl, whatsAppUrl } from './contact';

it('writes a mobile number of Iran as the world dials it, whatever its digits', () => {
  expect(whatsAppUrl('09121234567')).toBe('https://wa.me/989121234567');
  expect(whatsAppUrl('۰۹۱۲ ۱۲۳ ۴۵۶۷')).toBe('https://wa.me/989121234567');
});

it('knows no chat with anything else', () => {
  for (const number of ['', '02188776655', '0912123456', '+1 202 555 0101']) expect(whatsAppUrl(number)).toBeNull();
});

it('lets Android choose the map, and opens a page elsewhere', () => {
  expect(mapUrl('قم، ۱', 'Mozilla/5.0 (Linux; Android 14)')).toBe('geo:0,0?q=%D9%82%D9%85%D8%8C%20%DB%B1');
  expect(mapUrl('a & b', 'iPhone')).toBe('https://www.google.com/maps/search/?api=1&query=a%20%26%20b');
});
