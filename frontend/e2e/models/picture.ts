import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
}

/** A PNG of that size, from red to blue. */
export function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x += 1) line.set([255 - (x * 255) / width, 40, (x * 255) / width], 1 + x * 3);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const sign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([sign, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** EXIF with one entry: «turn me by 90°», as phones write it that are held upright. */
const TURNED = Buffer.from('ffe1002245786966000049492a00080000000100120103000100000006000000' + '00000000', 'hex');

/** A photo whose pixels lie on their side, 400 × 200, and that its EXIF turns upright. */
export async function turnedPhoto(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 400;
    canvas.height = 200;
    const pen = canvas.getContext('2d');
    if (pen) {
      pen.fillStyle = 'green';
      pen.fillRect(0, 0, 400, 200);
    }
    return canvas.toDataURL('image/jpeg');
  });
  const jpeg = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  return Buffer.concat([jpeg.subarray(0, 2), TURNED, jpeg.subarray(2)]);
}
