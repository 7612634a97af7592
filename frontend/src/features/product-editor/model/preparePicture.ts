import { err, ok, type Result } from '../../../shared/lib/result';

export type PictureProblem = 'type' | 'size' | 'unreadable';

/** A picture that is ready to be sent. */
export interface PreparedPicture {
  /** JPEG, upright, at most 2,000 px on its longer side. */
  readonly content: Blob;
  /** A small one as a data URL: the page's policy allows no other address for a local file. */
  readonly preview: string;
}

/** For the `accept` of a file field. */
export const ACCEPT = 'image/jpeg,image/png,image/webp';

const MIB = 1024 * 1024;
/** The server's limit. */
const MAX_SENT = 5 * MIB;
/** Photos of phones stay far below; more would only fill the memory of the phone. */
const MAX_CHOSEN = 40 * MIB;
const LONGEST = 2_000;
const PREVIEW = 960;
const QUALITIES = [0.9, 0.75, 0.6];
const HEAD = 12;

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.slice(from, to));

/** Read from the first bytes, because file names and the system's file types are not always right. */
function typeOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89 && ascii(bytes, 1, 4) === 'PNG') return 'image/png';
  return ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP' ? 'image/webp' : null;
}

const asDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(reader.result as string);
    };
    reader.onerror = () => {
      reject(reader.error ?? new DOMException('', 'NotReadableError'));
    };
    reader.readAsDataURL(blob);
  });

/** Turned as its EXIF says. Browsers without that option for decoding apply it to an image element. */
async function decode(file: Blob) {
  try {
    const source = await createImageBitmap(file, { imageOrientation: 'from-image' });
    return { source, width: source.width, height: source.height };
  } catch (error) {
    if (error instanceof DOMException) throw error;
    const source = new Image();
    source.src = await asDataUrl(file);
    await source.decode();
    return { source, width: source.naturalWidth, height: source.naturalHeight };
  }
}

/** Drawn again on white, which also drops the photo's metadata: where and by whom it was taken. */
function draw(source: CanvasImageSource, width: number, height: number, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) throw new DOMException('', 'EncodingError');
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const asJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });

async function smallEnough(canvas: HTMLCanvasElement): Promise<Blob | null> {
  for (const quality of QUALITIES) {
    const content = await asJpeg(canvas, quality);
    if (content && content.size <= MAX_SENT) return content;
  }
  return null;
}

/** Prepares a chosen file for the preview and the upload, or says why that is not possible. */
export async function preparePicture(file: Blob): Promise<Result<PreparedPicture, PictureProblem>> {
  if (file.size > MAX_CHOSEN) return err('size');
  try {
    const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
    const type = typeOf(head);
    if (type === null) return err('type');
    const { source, width, height } = await decode(file.slice(0, file.size, type));
    const canvas = draw(source, width, height, LONGEST);
    if ('close' in source) source.close();
    const content = await smallEnough(canvas);
    if (content === null) return err('unreadable');
    const small = draw(canvas, canvas.width, canvas.height, PREVIEW);
    return ok({ content, preview: small.toDataURL('image/jpeg', QUALITIES[0]) });
  } catch (error) {
    if (error instanceof DOMException) return err('unreadable');
    throw error;
  }
}
