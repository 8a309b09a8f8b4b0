import { cutText } from '../text.ts'

/** The stored form of a company's document: letters and digits only, letters in capitals. */
export const documentOf = (typed: string): string => typed.replace(/[^0-9A-Za-z]/g, '').toUpperCase()

/** Whether the text is a CPF or CNPJ with valid check digits; since July 2026 a CNPJ may have letters. */
export const isDocument = (document: string): boolean => isCpf(document) || isCnpj(document)

/** The usual form with punctuation: 529.982.247-25, 12.ABC.345/01DE-35. Any other text is returned unchanged. */
export function formatDocument(document: string): string {
  if (CPF.test(document)) return document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  if (CNPJ.test(document)) return document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
  return document
}

/** Adds the punctuation to a partly typed document, for a form field. */
export function maskDocument(typed: string): string {
  const document = cutText(documentOf(typed), CNPJ_LENGTH)
  const isLong = document.length > CPF_LENGTH || /[A-Z]/.test(document)
  const [lengths, marks] = isLong ? [[2, 3, 3, 4, 2], '../-'] : [[3, 3, 3, 2], '..-']
  let shown = ''
  let from = 0
  for (const [at, length] of lengths.entries()) {
    const part = document.slice(from, from + length)
    if (part === '') break
    shown += at === 0 ? part : `${marks[at - 1]}${part}`
    from += length
  }
  return shown
}

const CPF = /^\d{11}$/
const CNPJ = /^[0-9A-Z]{12}\d{2}$/
const CPF_LENGTH = 11
const CNPJ_LENGTH = 14

const isCpf = (text: string): boolean =>
  CPF.test(text) && !isOneDigit(text) && endsRight(text, (length) => descending(length + 1, length))

const isCnpj = (text: string): boolean =>
  CNPJ.test(text) && !isOneDigit(text) && endsRight(text, weightsOfCnpj)

/** 111.111.111-11 has valid check digits, but is never issued. */
const isOneDigit = (text: string): boolean => /^(\d)\1+$/.test(text)

/** Whether the last two characters are the check digits of the others. `weightsOf` gives the weights by length. */
function endsRight(text: string, weightsOf: (length: number) => number[]): boolean {
  const checked = text.length - 2
  return [checked, checked + 1].every(
    (length) => checkDigit(cutText(text, length), weightsOf(length)) === text.charCodeAt(length) - ZERO,
  )
}

/** A character's value is its code minus that of zero: A is 17. */
const ZERO = 48

function checkDigit(text: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, at) => total + weight * (text.charCodeAt(at) - ZERO), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

/** Weights 2 to 9, repeated, from the right. */
const weightsOfCnpj = (length: number): number[] =>
  Array.from({ length }, (_, at) => 2 + ((length - 1 - at) % 8))

const descending = (from: number, length: number): number[] => Array.from({ length }, (_, at) => from - at)
