import { settleAsked } from '@recado/shared/campaigns/ledger/confirmation'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import type { TenantTable } from '@recado/shared/table/tenant'

/** WhatsApp has the confirmation question to the first recipient of a campaign's first ledger. @param askedAt ms since 1970 */
export async function aQuestionTo(
  table: TenantTable,
  recipient: { campaignId: string; connectionId: string; number: string },
  askedAt: number,
): Promise<void> {
  const { campaignId, connectionId, number } = recipient
  const ref = { campaignId, ledger: ledgerId(campaignId, 1), place: 0 }
  await table.update(recipientKey(ref), { set: { status: 'SENDING', messageId: 'QUESTION' } })
  const part = { first: 'QUESTION', part: 1, parts: 1, variant: 1, confirmed: false }
  const sent = { ...ref, ...part, step: 'confirmation' as const, timezone: 'America/Sao_Paulo' }
  const question = { connectionId, chat: number, sentAt: new Date(askedAt - 3000).toISOString() }
  if (!(await settleAsked(table, sent, question, new Date(askedAt).toISOString())))
    throw new Error('The recipient was not asked')
}
