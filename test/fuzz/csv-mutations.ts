import type { Random } from './random.ts'

const ODD_TEXTS: string[] = [
  '"',
  '""',
  '"""',
  ',"',
  '",',
  '";"',
  "'",
  ';',
  ',',
  '\t',
  '|',
  '\r',
  '\n',
  '\r\n',
  '\n\r',
  '\u0000',
  '\u001a',
  '\f',
  '\ufeff',
  '\ufffe',
  '\ud83d',
  '😀',
  'ç',
  '\u0085',
  '\u2028',
  'sep=;\n',
  'sep="\n',
  '="5511987650001"',
  '=1+1',
  '\\',
  '\\"',
]
const ENCODINGS = ['utf8', 'utf16le', 'latin1', 'utf16be'] as const

/** Puts quotes, delimiters, line ends and zeros into wrong places of a text file, in any encoding. */
export function withTextMutated(random: Random, bytes: Uint8Array): Uint8Array {
  let text = Buffer.from(bytes).toString(random.pick(['utf8', 'utf8', 'latin1', 'utf16le'] as const))
  for (let count = random.size(12); count > 0; count--) {
    const [from, to] = random.span(text.length)
    const odd = random.pick(ODD_TEXTS)
    const kind = random.below(6)
    if (kind < 3)
      text = text.slice(0, from) + odd.repeat(random.size(kind === 0 ? 20_000 : 20)) + text.slice(from)
    else if (kind === 3) text = text.slice(0, from) + text.slice(to)
    else if (kind === 4)
      text = text.slice(0, to) + text.slice(from, to).repeat(copies(random, to - from)) + text.slice(to)
    else text = text.replaceAll(random.pick([',', ';', '\n', '"']), odd)
    text = text.slice(0, 2 ** 20)
  }
  if (random.chance(10)) text = `sep=${random.pick(ODD_TEXTS)}\n${text}`
  return encoded(random.chance(3) ? `\ufeff${text}` : text, random.pick(ENCODINGS))
}

const copies = (random: Random, length: number) =>
  Math.min(random.size(100), Math.floor(2 ** 20 / (length + 1)))

const encoded = (text: string, encoding: (typeof ENCODINGS)[number]) =>
  encoding === 'utf16be' ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, encoding)
