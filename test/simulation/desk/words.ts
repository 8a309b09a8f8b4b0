import type * as customerWords from '@recado/shared/tickets/rules/customer-words'
import { currentPart } from './part.ts'

/** How the customers' words are read: as the product reads them, except by mutants. */
export const alteredWords = (real: typeof customerWords): typeof customerWords => ({
  ...real,
  isThanks: (text, words) =>
    currentPart().mutant === 'thanks anywhere'
      ? words.some((word) => text.includes(word))
      : real.isThanks(text, words),
  rateIn: (text) =>
    currentPart().mutant === 'rate by Number()' ? Number(text) || undefined : real.rateIn(text),
})
