import type { PlatformAccount } from './account.ts'

/** A call with an accepted token. */
export interface AcceptedCall {
  method: string
  url: URL
  /** Of a POST. Its fields are texts; anything else counts as empty. */
  body: Record<string, string>
  /** ISO 8601. */
  at: string
}

export interface Answer {
  status: number
  body: unknown
  /** What the call did, in the page's language. */
  what: string
}

/** The API of one kind of platform. */
export interface PlatformApi {
  tokenOf(headers: NodeJS.Dict<string | string[]>): string
  answer(account: PlatformAccount, call: AcceptedCall): Answer
}

/** What the calls do, for the page. */
export const WHAT = {
  checked: 'Conferiu o token',
  tags: 'Leu as tags',
  queues: 'Leu as filas',
  contactsOf: (tag: string) => `Leu os contatos da tag ${tag}`,
  saved: 'Enviou um contato novo',
  taken: 'Enviou um contato que já existia',
  refused: 'Enviou um contato com número inválido',
  denied: 'Usou um token que não vale',
  unknown: 'Fez uma chamada desconhecida',
}

/** The page of a list that a query asks for. @param size contacts per page */
export function pageOf<T>(list: readonly T[], asked: string | null, size: number) {
  const number = Math.max(1, Math.trunc(Number(asked)) || 1)
  return {
    number,
    records: list.slice((number - 1) * size, number * size),
    hasMore: number * size < list.length,
  }
}
