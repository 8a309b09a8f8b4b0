import type { Blocked } from '../../contact-blocks/store.ts'
import { acquaintance, conversationKey } from '../../conversations/conversation.ts'
import { canonicalKey } from '../../phone-numbers/canonical-key.ts'
import { allRows } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { MESSAGE_VARIABLES } from '../contract/campaign.ts'
import type { Precheck } from '../contract/precheck.ts'
import { type CampaignTexts, textsSent } from '../contract/texts.ts'
import { namesIn } from '../message/template.ts'
import type { PlannedRecipient } from './recipients.ts'

type Variable = (typeof MESSAGE_VARIABLES)[number]

/** The counts of a campaign's list entries by kind, before anything is sent. */
export type PrecheckCounts = Pick<
  Precheck,
  | 'recipients'
  | 'sendable'
  | 'invalid'
  | 'unknown'
  | 'blocked'
  | 'duplicates'
  | 'noNumber'
  | 'notInGroup'
  | 'onlyAdmins'
  | 'missingVariables'
> & {
  /** Part of `sendable`: people who are new to the connection. */
  newcomers: number
  /** Whether a variable in the messages names the company, for one of the `sendable` at least. */
  namedByVariable: boolean
}

interface Known {
  blocked: Blocked
  /** The variables in the messages. */
  variables: readonly Variable[]
  isNewcomer(number: string): boolean
  /** Whether a text names the company. */
  namesCompany(text: string): boolean
}

/** Counts the entries of a campaign's lists, each person or group once. */
export async function countPrecheck(
  everyone: AsyncIterable<PlannedRecipient>,
  known: Known,
): Promise<PrecheckCounts> {
  const seen = new Set<string>()
  const missing = new Map<Variable, number>()
  const counts = { ...NONE_COUNTED }
  const free = FREE_VARIABLES.filter((variable) => known.variables.includes(variable))
  for await (const recipient of everyone) {
    if (seen.has(recipient.identity)) {
      counts.duplicates++
      continue
    }
    seen.add(recipient.identity)
    counts.recipients++
    const skipped = skippedAs(recipient, known)
    if (skipped) {
      counts[skipped]++
      continue
    }
    counts.sendable++
    if (recipient.unchecked) counts.unknown++
    if (!recipient.chat && known.isNewcomer(recipient.number)) counts.newcomers++
    counts.namedByVariable ||= free.some((variable) => known.namesCompany(VALUES[variable](recipient)))
    for (const variable of known.variables)
      if (!VALUES[variable](recipient)) missing.set(variable, (missing.get(variable) ?? 0) + 1)
  }
  const missingVariables = known.variables.flatMap((variable) => {
    const recipients = missing.get(variable)
    return recipients ? [{ variable, recipients }] : []
  })
  return { ...counts, missingVariables }
}

const NONE_COUNTED = {
  recipients: 0,
  sendable: 0,
  invalid: 0,
  unknown: 0,
  blocked: 0,
  duplicates: 0,
  noNumber: 0,
  notInGroup: 0,
  onlyAdmins: 0,
  newcomers: 0,
  namedByVariable: false,
}

/** The variables whose content the company chooses. The others are the recipient's own. */
const FREE_VARIABLES = ['var1', 'var2', 'var3'] as const

function skippedAs(
  { skip, chat, number }: PlannedRecipient,
  { blocked }: Known,
): 'invalid' | 'blocked' | 'noNumber' | 'notInGroup' | 'onlyAdmins' | undefined {
  if (skip === 'SKIPPED_NO_NUMBER') return 'noNumber'
  if (skip === 'SKIPPED_NOT_IN_GROUP') return 'notInGroup'
  if (skip === 'SKIPPED_ONLY_ADMINS') return 'onlyAdmins'
  if (skip) return 'invalid'
  return !chat && blocked.has(canonicalKey(number)) ? 'blocked' : undefined
}

const VALUES: Record<Variable, (recipient: PlannedRecipient) => string> = {
  saudacao: () => 'Bom dia',
  nome: ({ name }) => name,
  numero: ({ chat, number }) => (chat ? '' : number),
  email: ({ email }) => email,
  var1: ({ var1 }) => var1,
  var2: ({ var2 }) => var2,
  var3: ({ var3 }) => var3,
}

/** The variables in a campaign's messages. */
export function variablesOf(campaign: CampaignTexts): Variable[] {
  const names = new Set(textsSent(campaign).flatMap((text) => [...namesIn(text)]))
  return MESSAGE_VARIABLES.filter((variable) => names.has(variable))
}

/** The acquaintance of every person with a conversation over a connection, by chat. */
export async function acquaintances(
  table: TenantTable,
  connectionId: string,
): Promise<Map<string, { wrote: boolean; written: boolean }>> {
  const { pk } = conversationKey(connectionId, '')
  const known = new Map<string, { wrote: boolean; written: boolean }>()
  for await (const row of allRows(table, { pk })) known.set(row.sk, acquaintance(row))
  return known
}
