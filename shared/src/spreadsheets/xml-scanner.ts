import { unreadable } from './spreadsheet-error.ts'

/** Callbacks for the parts of an XML document, in its order. Names have no namespace prefix. */
export interface XmlListener {
  /** `attributes` is the raw text: {@link eachAttribute} and {@link attribute} read it. */
  open(name: string, attributes: string): void
  /** Text with its entities resolved. One text may come in several pieces. */
  text(text: string): void
  close(name: string): void
}

/**
 * Reads XML that arrives in pieces, and keeps none of it. Stricter than a browser on purpose: unclosed elements,
 * unknown entities and any DOCTYPE (used for entity bombs and external files) throw ERR_SPREADSHEET_UNREADABLE.
 */
export class XmlScanner {
  readonly #listener: XmlListener
  readonly #open: string[] = []
  #rest = ''

  constructor(listener: XmlListener) {
    this.#listener = listener
  }

  write(piece: string): void {
    const xml = this.#rest + piece
    let at = 0
    while (at < xml.length) {
      const next = xml.charCodeAt(at) === LESS_THAN ? this.#markup(xml, at) : this.#text(xml, at)
      if (next === INCOMPLETE) break
      at = next
    }
    this.#rest = xml.slice(at)
    if (this.#rest.length > LONGEST_TOKEN) throw unreadable('XML with an endless tag')
  }

  /** @throws SpreadsheetError if the document is cut off. */
  end(): void {
    if (this.#open.length > 0 || this.#rest.trim() !== '') throw unreadable('XML that is cut off')
  }

  #text(xml: string, at: number): number {
    const end = xml.indexOf('<', at)
    if (end !== -1) {
      this.#listener.text(resolveEntities(xml.slice(at, end)))
      return end
    }
    // An entity may continue in the next piece.
    const entity = xml.lastIndexOf('&')
    const known = entity >= at && !xml.includes(';', entity) ? entity : xml.length
    if (known === at) return INCOMPLETE
    this.#listener.text(resolveEntities(xml.slice(at, known)))
    return known
  }

  #markup(xml: string, at: number): number {
    const second = xml.charCodeAt(at + 1)
    if (second === SLASH) return this.#closingTag(xml, at)
    if (second === QUESTION_MARK) return after(xml, '?>', at)
    if (second === EXCLAMATION_MARK) return this.#declaration(xml, at)
    return this.#openingTag(xml, at)
  }

  #openingTag(xml: string, at: number): number {
    const end = tagEnd(xml, at + 1)
    if (end === INCOMPLETE) return INCOMPLETE
    const closed = xml.charCodeAt(end - 1) === SLASH
    let start = at + 1
    let nameEnd = start
    for (; nameEnd < end && !endsName(xml.charCodeAt(nameEnd)); nameEnd += 1) {
      if (xml.charCodeAt(nameEnd) === COLON) start = nameEnd + 1
    }
    const name = xml.slice(start, nameEnd)
    this.#listener.open(name, xml.slice(nameEnd, closed ? end - 1 : end))
    if (closed) this.#listener.close(name)
    else if (this.#open.push(name) > DEEPEST) throw unreadable('XML that is nested too deep')
    return end + 1
  }

  #closingTag(xml: string, at: number): number {
    const last = this.#open.at(-1)
    const lastEnd = at + 2 + (last?.length ?? 0)
    // The usual form: no prefix, no blanks.
    if (last && xml.charCodeAt(lastEnd) === GREATER_THAN && xml.startsWith(last, at + 2)) {
      this.#open.pop()
      this.#listener.close(last)
      return lastEnd + 1
    }
    const end = xml.indexOf('>', at)
    if (end === -1) return INCOMPLETE
    const written = xml.slice(at + 2, end).trimEnd()
    const name = written.slice(written.indexOf(':') + 1)
    if (this.#open.pop() !== name) throw unreadable('XML whose tags do not match')
    this.#listener.close(name)
    return end + 1
  }

  #declaration(xml: string, at: number): number {
    if (xml.startsWith('<!--', at)) return after(xml, '-->', at)
    if (xml.length - at < CDATA.length) return INCOMPLETE
    if (!xml.startsWith(CDATA, at)) throw unreadable('XML with a DOCTYPE')
    const end = xml.indexOf(']]>', at)
    if (end === -1) return INCOMPLETE
    this.#listener.text(xml.slice(at + CDATA.length, end))
    return end + 3
  }
}

/** Calls `visit` for each attribute of a tag. Names have no namespace prefix. */
export function eachAttribute(attributes: string, visit: (name: string, value: string) => void): void {
  for (let at = 0; ; ) {
    const equals = attributes.indexOf('=', at)
    if (equals === -1) return
    let open = equals + 1
    while (attributes.charCodeAt(open) <= SPACE) open += 1
    const close = attributes.indexOf(attributes.charAt(open), open + 1)
    if (close === -1) throw unreadable('XML with a broken attribute')
    const written = attributes.slice(at, equals).trim()
    visit(written.slice(written.indexOf(':') + 1), resolveEntities(attributes.slice(open + 1, close)))
    at = close + 1
  }
}

/** Value of an attribute of a tag; undefined if the tag lacks it. */
export function attribute(attributes: string, wanted: string): string | undefined {
  let found: string | undefined
  eachAttribute(attributes, (name, value) => {
    if (name === wanted) found = value
  })
  return found
}

const INCOMPLETE = -1
const CDATA = '<![CDATA['
const LONGEST_TOKEN = 256 * 1024
const DEEPEST = 100
const [SPACE, DOUBLE_QUOTE, SINGLE_QUOTE, SLASH, COLON] = [0x20, 0x22, 0x27, 0x2f, 0x3a]
const [LESS_THAN, GREATER_THAN, QUESTION_MARK, EXCLAMATION_MARK] = [0x3c, 0x3e, 0x3f, 0x21]
const NAMED_ENTITIES = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

const endsName = (code: number) => code <= SPACE || code === SLASH

function tagEnd(xml: string, from: number): number {
  let quote = 0
  for (let at = from; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === GREATER_THAN) return at
    else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) quote = code
  }
  return INCOMPLETE
}

function after(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from)
  return at === -1 ? INCOMPLETE : at + mark.length
}

function resolveEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&([^;]*);?/g, (_, name: string) => {
    const known = NAMED_ENTITIES.get(name)
    if (known !== undefined) return known
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    if (!(code <= 0x10ffff)) throw unreadable('XML with an unknown entity')
    return String.fromCodePoint(code)
  })
}
