const UPLOADED = /^(\/media\/[^/]+\/)(\d+)(\.jpg)$/;
const WIDTHS = [96, 320, 960] as const;

/** The sizes of an uploaded picture (`/media/{id}/960.jpg`); null for one that has a single size. */
export function srcSetOf(src: string): string | null {
  const [, start, , end] = UPLOADED.exec(src) ?? [];
  if (start === undefined || end === undefined) return null;
  return WIDTHS.map((width) => `${start}${width}${end} ${width}w`).join(', ');
}
