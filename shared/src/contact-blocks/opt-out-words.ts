import { searchable } from '../searchable.ts'

/** A message with only one of these words is an opt-out (part 3 §5); a company may choose other words. */
export const DEFAULT_OPT_OUT_WORDS = [
  'sair',
  'parar',
  'pare',
  'stop',
  'cancelar',
  'remover',
  'unsubscribe',
  'baja',
]

/** A message with only one of these words ends an opt-out. A company may choose other words. */
export const DEFAULT_RETURN_WORDS = ['voltar', 'quero receber', 'start']

/** The word in the opt-out line of campaigns; it always counts, whatever words a company chooses. */
const ALWAYS = 'sair'

/**
 * Answers to a campaign in place of its word. They withdraw the consent (Lei 13.709/2018, art. 8 §5) and always count,
 * whatever words a company chooses. None of them can mean an order or a contract, which a customer may also want to
 * end.
 */
export const PLAIN_REFUSALS = [
  'descadastrar',
  'quero me descadastrar',
  'sair da lista',
  'quero sair da lista',
  'me tira da lista',
  'me tire da lista',
  'me tira dessa lista',
  'me tire dessa lista',
  'me remova da lista',
  'não quero receber mensagem',
  'não quero receber mensagens',
  'não quero mais receber mensagem',
  'não quero mais receber mensagens',
  'não quero receber mais mensagens',
  'parar de receber mensagens',
  'pare de mandar mensagem',
  'pare de mandar mensagens',
  'para de mandar mensagem',
  'para de mandar mensagens',
  'não me mande mais mensagem',
  'não me mande mais mensagens',
  'salir de la lista',
  'no quiero recibir mensajes',
  'no quiero recibir más mensajes',
  'no quiero más mensajes',
  'no me manden más mensajes',
  'no me envíen más mensajes',
  'opt out',
  'remove me from the list',
  'stop sending messages',
] as const

/** The longest opt-out text, in characters. */
export const OPT_OUT_MAX_LENGTH = 30

/** Whether a text is only an opt-out word. Case, accents and surrounding characters do not count: "Sair!" is one. */
export function isOptOut(text: string, words: readonly string[] = DEFAULT_OPT_OUT_WORDS): boolean {
  const said = bare(text)
  if (said === ALWAYS || REFUSALS.has(said)) return true
  return said !== '' && words.some((word) => bare(word) === said)
}

/** Whether a text is only a return word. An opt-out word is never one: it must not let campaigns in again. */
export function isReturn(
  text: string,
  words: readonly string[] = DEFAULT_RETURN_WORDS,
  optOutWords?: readonly string[],
): boolean {
  const said = bare(text)
  return said !== '' && words.some((word) => bare(word) === said) && !isOptOut(text, optOutWords)
}

/**
 * From the first letter or digit of a text to its last one. One match reads the text once. A replacement of the signs at
 * the end (`[^…]+$`) would begin anew at each sign, and take a minute for the longest text of WhatsApp.
 */
const WITHIN_SIGNS = /[\p{L}\p{N}](?:.*[\p{L}\p{M}\p{N}])?/su

const bare = (text: string): string => WITHIN_SIGNS.exec(searchable(text))?.[0] ?? ''

const REFUSALS: ReadonlySet<string> = new Set(PLAIN_REFUSALS.map(bare))
