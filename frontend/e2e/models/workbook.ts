import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

interface Part {
  readonly name: string;
  readonly content: Buffer;
}

const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END = 0x06054b50;

function unzip(file: Buffer): Part[] {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06'));
  const parts: Part[] = [];
  let at = file.readUInt32LE(end + 16);
  while (file.readUInt32LE(at) === CENTRAL) {
    const [packed, size] = [file.readUInt16LE(at + 10) !== 0, file.readUInt32LE(at + 20)];
    const [name, extra, note] = [file.readUInt16LE(at + 28), file.readUInt16LE(at + 30), file.readUInt16LE(at + 32)];
    const local = file.readUInt32LE(at + 42);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = file.subarray(from, from + size);
    parts.push({
      name: file.toString('utf8', at + 46, at + 46 + name),
      content: packed ? inflateRawSync(bytes) : bytes,
    });
    at += 46 + name + extra + note;
  }
  return parts;
}

function zip(parts: readonly Part[]): Buffer {
  const files: Buffer[] = [];
  const index: Buffer[] = [];
  let at = 0;
  for (const { name, content } of parts) {
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.alloc(4);
    local.writeUInt32LE(LOCAL);
    const central = Buffer.alloc(6);
    central.writeUInt32LE(CENTRAL);
    central.writeUInt16LE(20, 4);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const file = Buffer.concat([local, common, Buffer.from(name), packed]);
    files.push(file);
    index.push(central, common, rest, Buffer.from(name));
    at += file.length;
  }
  const list = Buffer.concat(index);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, list, end]);
}

const plain = (xml: string): string =>
  xml
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');

const CELL = /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs;
const ROW = /<row [^>]*>.*?<\/row>/gs;

/** A workbook of one sheet whose first row names the columns, changed as a seller changes it in a spreadsheet. */
export class Workbook {
  readonly #parts: Part[];
  readonly #words: readonly string[];
  #rows: string[];
  readonly #sheet: Part;

  constructor(file: Buffer) {
    this.#parts = unzip(file);
    const shared = this.#parts.find(({ name }) => name === 'xl/sharedStrings.xml')?.content.toString() ?? '';
    this.#words = [...shared.matchAll(/<si>(.*?)<\/si>/gs)].map(([, text = '']) => plain(text));
    const sheet = this.#parts.find(({ name }) => name.startsWith('xl/worksheets/sheet'));
    if (!sheet) throw new Error('no sheet');
    this.#sheet = sheet;
    this.#rows = sheet.content.toString().match(ROW) ?? [];
  }

  /** Each row by its headings, with its number in the sheet. */
  get rows(): readonly { readonly number: number; readonly cells: Readonly<Record<string, string>> }[] {
    const [head = '', ...rows] = this.#rows;
    const names = this.#cells(head);
    return rows.map((row) => {
      const values = this.#cells(row);
      return {
        number: Number(/ r="(\d+)"/.exec(row)?.[1]),
        cells: Object.fromEntries([...names].map(([column, name]) => [name, values.get(column) ?? ''])),
      };
    });
  }

  get headings(): readonly string[] {
    return [...this.#cells(this.#rows[0] ?? '').values()];
  }

  /** Deletes all rows but those with one of these values under a heading. */
  keep(heading: string, values: readonly string[]): void {
    const kept = new Set(
      this.rows.filter(({ cells }) => values.includes(cells[heading] ?? '')).map(({ number }) => number),
    );
    this.#rows = this.#rows.filter((row, index) => index === 0 || kept.has(Number(/ r="(\d+)"/.exec(row)?.[1])));
  }

  /** Writes into a cell: of the row that has `value` under `heading`. */
  set(heading: string, value: string, column: string, to: string): void {
    const number = this.rows.find(({ cells }) => cells[heading] === value)?.number;
    const letters = [...this.#cells(this.#rows[0] ?? '')].find(([, name]) => name === column)?.[0];
    if (number === undefined || letters === undefined) throw new Error(`no ${column} of ${value}`);
    this.#rows = this.#rows.map((row) =>
      row.includes(` r="${number}"`)
        ? row.replace(CELL, (cell, letter: string, style: string) =>
            letter === letters ? written(`${letters}${number}`, style, to) : cell,
          )
        : row,
    );
  }

  save(): Buffer {
    const xml = this.#sheet.content.toString();
    const start = xml.search(/<row /);
    const end = xml.lastIndexOf('</row>') + '</row>'.length;
    const content = Buffer.from(xml.slice(0, start) + this.#rows.join('') + xml.slice(end));
    return zip(this.#parts.map((part) => (part === this.#sheet ? { name: part.name, content } : part)));
  }

  #cells(row: string): Map<string, string> {
    return new Map(
      [...row.matchAll(CELL)].map(([, column = '', about = '', inside = '']) => {
        const text = plain(inside);
        return [column, about.includes('t="s"') ? (this.#words[Number(text)] ?? '') : text];
      }),
    );
  }
}

function written(place: string, about: string, to: string): string {
  const style = / s="\d+"/.exec(about)?.[0] ?? '';
  if (/^\d+$/.test(to)) return `<c r="${place}"${style}><v>${to}</v></c>`;
  return `<c r="${place}"${style} t="inlineStr"><is><t>${to}</t></is></c>`;
}
