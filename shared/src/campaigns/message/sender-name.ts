import { searchable } from '../../searchable.ts'
import { type CampaignTexts, textsSent } from '../contract/texts.ts'
import { fillTemplate } from './template.ts'

/** Words of company names that do not tell one company from another: legal forms, kinds of business, and small words. */
const COMMON = new Set(
  [
    ['ltda', 'me', 'mei', 'epp', 'eireli', 'sa', 'cia', 'inc', 'llc', 'ltd', 'corp'],
    ['a', 'o', 'as', 'os', 'e', 'de', 'da', 'do', 'das', 'dos', 'em', 'para', 'com', 'the', 'of', 'and'],
    ['el', 'la', 'los', 'las', 'del', 'y'],
    ['empresa', 'companhia', 'grupo', 'comercio', 'industria', 'servicos', 'servico', 'solucoes'],
    ['loja', 'lojas', 'brasil'],
  ].flat(),
)

/** A shorter name may be a part of another word by chance, as "ana" is of "semana". */
const LONG_NAME = 6

type NamingTexts = CampaignTexts & { contactName: string | null }

/**
 * Whether the texts of a campaign name no company, and its recipients may not know who writes (Lei 8.078/1990, art. 36). A
 * campaign without a text is exempt.
 */
export function isUnnamed(campaign: NamingTexts, namesCompany: (text: string) => boolean): boolean {
  const texts = textsSent(campaign).filter((text) => text.trim() !== '')
  if (texts.length === 0) return false
  return ![...texts.map(withoutVariables), campaign.contactName ?? ''].some(namesCompany)
}

/** A variable's name is not written to anybody. */
const withoutVariables = (text: string) => fillTemplate(text, NO_VALUES, { greeting: '' })

const NO_VALUES = { name: '', number: '', email: '', var1: '', var2: '', var3: '' }

/**
 * A test of texts: whether a text has one of the significant words of the company's name, or these words written together, as in an
 * address. Case, accents and signs do not count. A name of common words alone must be in the text as a whole.
 */
export function namesOf(company: string): (text: string) => boolean {
  const all = wordsOf(company)
  if (all.length === 0) return () => true
  const significant = all.filter((word) => word.length > 1 && !COMMON.has(word))
  const together = significant.join('')
  const whole = ` ${all.join(' ')} `
  const isLong = together.length >= LONG_NAME
  return (text) => {
    const words = wordsOf(text)
    if (significant.length === 0) return ` ${words.join(' ')} `.includes(whole)
    return words.some((word) => significant.includes(word) || (isLong && word.includes(together)))
  }
}

const wordsOf = (text: string): string[] => searchable(text).match(/[\p{L}\p{N}]+/gu) ?? []
