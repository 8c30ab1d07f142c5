import { createHash } from 'node:crypto';

/** A page: lines of ASCII text that are drawn below each other, or nothing but a picture. */
export type SamplePage = readonly string[] | 'picture';

export interface SamplePdf {
  readonly pages: readonly SamplePage[];
  readonly title?: string;
  /** Locks the file: RC4, 40 bits, as PDF 1.1 defined it. */
  readonly password?: string;
}

/** Bytes of a PDF with one font, written object by object. */
export function samplePdf({ pages, title, password }: SamplePdf): Uint8Array {
  const lock = password === undefined ? undefined : lockOf(password);
  const objects: Buffer[] = [];
  const add = (body: string | Buffer) => objects.push(Buffer.from(body));
  const stream = (dictionary: string, content: string) => {
    const plain = Buffer.from(content, 'latin1');
    const bytes = lock === undefined ? plain : lock.encrypt(plain, objects.length + 1);
    const head = `<< ${dictionary} /Length ${bytes.length} >>\nstream\n`;
    return add(Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')]));
  };
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const page of pages) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${objects.length + 2} 0 R >>`,
    );
    stream('', page === 'picture' ? PICTURE : drawn(page));
  }
  if (lock !== undefined) add(lock.dictionary);
  const info = title === undefined || lock !== undefined ? undefined : add(`<< /Title (${title}) >>`);
  const trailer = [
    `/Size ${objects.length + 1} /Root 1 0 R`,
    ...(lock === undefined ? [] : [`/Encrypt ${objects.length} 0 R /ID [<${lock.id}> <${lock.id}>]`]),
    ...(info === undefined ? [] : [`/Info ${info} 0 R`]),
  ].join(' ');
  return assembled(objects, trailer);
}

const PICTURE = 'q 200 0 0 200 100 400 cm BI /W 2 /H 2 /CS /G /BPC 8 /F /AHx ID 00FF00FF> EI Q';

/** An empty line leaves a gap. */
function drawn(lines: readonly string[]): string {
  const shown = lines.map((line) => (line === '' ? '0 -14 Td' : `(${line.replace(/[\\()]/g, '\\$&')}) Tj 0 -14 Td`));
  return `BT /F1 12 Tf 72 720 Td ${shown.join(' ')} ET`;
}

function assembled(objects: readonly Buffer[], trailer: string): Uint8Array {
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const push = (part: Buffer<ArrayBuffer>) => {
    parts.push(part);
    length += part.length;
  };
  objects.forEach((object, i) => {
    offsets.push(length);
    push(Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]));
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  push(Buffer.from(`${table}trailer\n<< ${trailer} >>\nstartxref\n${length}\n%%EOF\n`));
  return new Uint8Array(Buffer.concat(parts));
}

const PADDING = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const PERMISSIONS = -4;

/** The standard security handler, revision 2 (ISO 32000-1, 7.6.3): one password for user and owner. */
function lockOf(password: string) {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
  const id = md5(Buffer.from('sample')).subarray(0, 16);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const key = md5(Buffer.concat([padded, owner, permissions, id])).subarray(0, 5);
  const user = rc4(key, PADDING);
  return {
    id: id.toString('hex'),
    dictionary: `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${user.toString('hex')}> /P ${PERMISSIONS} >>`,
    encrypt: (bytes: Buffer, object: number) => {
      const salt = Buffer.from([object & 255, object >> 8, 0, 0, 0]);
      return rc4(md5(Buffer.concat([key, salt])).subarray(0, 10), bytes);
    },
  };
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, i) => i);
  const at = (i: number) => state[i & 255] ?? 0;
  const swap = (i: number, j: number) => {
    [state[i & 255], state[j & 255]] = [at(j), at(i)];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let j = 0;
  return Buffer.from(
    bytes.map((byte, n) => {
      const i = n + 1;
      j = (j + at(i)) & 255;
      swap(i, j);
      return byte ^ at(at(i) + at(j));
    }),
  );
}
