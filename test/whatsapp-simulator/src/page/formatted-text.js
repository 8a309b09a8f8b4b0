import { element } from './elements.js'

/**
 * A text formatted like in WhatsApp: *bold*, _italic_, ~struck~ and ```code``` become elements. A mark counts only
 * at the edge of a word, without a space inside it, and within one line (code may have several).
 */
export function formatted(text) {
  const parts = []
  let rest = text
  for (;;) {
    const match = MARKED.exec(rest)
    if (!match) break
    const [whole, before, code, mark, inner] = match
    const start = match.index + before.length
    parts.push(rest.slice(0, start))
    parts.push(code === undefined ? element(TAGS[mark], {}, ...formatted(inner)) : element('code', {}, code))
    rest = rest.slice(start + whole.length - before.length)
  }
  return [...parts, rest].filter((part) => part !== '')
}

const TAGS = { '*': 'strong', _: 'em', '~': 's' }

const MARKED = /(^|[^\p{L}\p{N}])(?:```([^`]+)```|([*_~])(?=\S)([^\n]*?\S)\3(?![\p{L}\p{N}]))/u
