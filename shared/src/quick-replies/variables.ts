/** The variables of quick replies (part 4 §3), written in single or double braces, in any case. */
export const REPLY_VARIABLES = [
  'nome',
  'primeiro_nome',
  'saudacao',
  'atendente',
  'fila',
  'protocolo',
  'numero',
  'email',
  'var1',
  'var2',
  'var3',
] as const
export type ReplyVariable = (typeof REPLY_VARIABLES)[number]

/** Why a text cannot be saved: a name in braces that is no variable, or a brace that is not closed. */
export type VariableFault = 'unknown_variable' | 'unclosed_variable'

/** Double braces come first, so that `{{nome}}` leaves no brace behind. The last part finds braces without an end. */
const BRACES = /\{\{([^{}]*)\}\}|\{([^{}]*)\}(?!\})|\{/g

const VARIABLES: ReadonlySet<string> = new Set(REPLY_VARIABLES)

/** The first fault among the variables of a text; undefined if all are known and closed. */
export function variableFault(text: string): VariableFault | undefined {
  for (const [, double, single] of text.matchAll(BRACES)) {
    const name = double ?? single
    if (name === undefined) return 'unclosed_variable'
    if (!VARIABLES.has(nameIn(name))) return 'unknown_variable'
  }
  return undefined
}

/**
 * A text with its variables replaced. A variable without a value becomes an empty text, and names in braces that are
 * no variables stay as they are. Values are inserted as they are: braces inside them have no meaning.
 */
export const fillVariables = (text: string, values: Partial<Record<ReplyVariable, string>>): string =>
  text.replace(BRACES, (whole: string, double: string | undefined, single: string | undefined) => {
    const name = nameIn(double ?? single ?? '')
    const variable = REPLY_VARIABLES.find((each) => each === name)
    return variable ? (values[variable] ?? '') : whole
  })

const nameIn = (braced: string): string => braced.trim().toLowerCase()
