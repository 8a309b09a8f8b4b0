import type { Random } from './random.ts'

type Mutation = (random: Random, xml: string, other: string) => string

/** Removes, doubles or exchanges tags of an XML text, and adds odd values, entities and other faults of programs. */
export function withMarkupMutated(random: Random, xml: string, other: string): string {
  let mutated = xml
  for (let count = random.size(6); count > 0; count--)
    mutated = random.pick(MUTATIONS)(random, mutated, other)
  return mutated
}

const ODD_VALUES: string[] = [
  '',
  '0',
  '-1',
  '1.5',
  '1e999',
  'NaN',
  '4294967296',
  '9007199254740993',
  '1048576',
  '1048577',
  '99999999999',
  'XFD1048576',
  'A0',
  'ZZZZZZ9',
  'a1',
  '1',
  's',
  'inlineStr',
  'str',
  'b',
  'd',
  'e',
  'n',
  'x',
  'hidden',
  'rId1',
  'rId2',
  '../../x.xml',
  '/xl/workbook.xml',
  'constructor',
  '__proto__',
  '2024-03-15',
  '=1+1',
  '5511987650001',
  '(11) 98765-0001',
]
const ODD_TEXTS: string[] = [
  '&',
  '&;',
  '&amp',
  '&lol;',
  '&#0;',
  '&#xD800;',
  '&#x110000;',
  '&#99999999;',
  '&#x1F600;',
  '_x000D_',
  '_xD83D_',
  '<',
  '>',
  '</',
  '<!',
  '<!-',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '<x/>',
  '\u0000',
  '\ufeff',
  '\ud800',
  '\r\n',
  '"',
  "'",
  '<a b=c>',
  '<a b="',
  '<row>',
  '</row>',
  '<c t="s"><v>0</v></c>',
]

/** A random match; undefined if there is none. */
function found(random: Random, xml: string, pattern: RegExp): RegExpExecArray | undefined {
  const start = random.below(xml.length + 1)
  pattern.lastIndex = start
  const match = pattern.exec(xml)
  if (match) return match
  pattern.lastIndex = 0
  return pattern.exec(xml) ?? undefined
}

const put = (xml: string, { index, 0: { length } }: RegExpExecArray, text: string) =>
  xml.slice(0, index) + text + xml.slice(index + length)

const replaceMatch =
  (pattern: RegExp, by: (random: Random, match: string) => string): Mutation =>
  (random, xml) => {
    const match = found(random, xml, pattern)
    return match ? put(xml, match, by(random, match[0])) : xml
  }

const someTimes = (random: Random, text: string, most: number) =>
  text.repeat(Math.min(random.size(most), Math.floor(2 ** 20 / (text.length + 1)) + 1))

const anywhere: Mutation = (random, xml) => {
  const at = random.below(xml.length + 1)
  return xml.slice(0, at) + someTimes(random, random.pick(ODD_TEXTS), 300) + xml.slice(at)
}
const cutOff: Mutation = (random, xml) => xml.slice(0, random.below(xml.length + 1))
const cutOut: Mutation = (random, xml) => {
  const [from, to] = random.span(xml.length)
  return xml.slice(0, from) + xml.slice(to)
}
const splice: Mutation = (random, xml, other) => {
  const at = random.below(xml.length + 1)
  return xml.slice(0, at) + other.slice(...random.span(other.length)) + xml.slice(at)
}

const MUTATIONS: Mutation[] = [
  replaceMatch(/<[^>]*>/g, () => ''),
  replaceMatch(/<[^>]*>/g, (random, tag) => someTimes(random, tag, 300)),
  replaceMatch(/"[^"]*"/g, (random) => `"${random.pick(ODD_VALUES)}"`),
  replaceMatch(/"[^"]*"/g, (random) => `"${random.pick(ODD_VALUES)}"`),
  replaceMatch(/"[^"]*"/g, (random) => `"${someTimes(random, random.pick(ODD_VALUES), 100_000)}"`),
  replaceMatch(/"/g, (random) => random.pick(['', "'", ' '])),
  replaceMatch(/>[^<]+</g, (random) => `>${random.pick(ODD_VALUES)}<`),
  replaceMatch(/>[^<]+</g, (random) => `>${someTimes(random, random.pick(ODD_TEXTS), 50_000)}<`),
  replaceMatch(/<row.*?<\/row>/gs, (random, row) => someTimes(random, row, 2_000)),
  replaceMatch(/<c .*?<\/c>/gs, (random, cell) => someTimes(random, cell, 2_000)),
  replaceMatch(/<(si|xf|sheet|Relationship|numFmt)\b.*?\/(\1)?>/gs, (random, element) =>
    someTimes(random, element, 2_000),
  ),
  anywhere,
  anywhere,
  cutOff,
  cutOut,
  splice,
]
