import type { Reply, ReplyFigures, ReplyPage } from '@recado/shared/campaigns/contract/reply'
import { allRecipients, recipientsFrom } from '@recado/shared/campaigns/ledger/ledger'
import type { Recipient } from '@recado/shared/campaigns/ledger/recipient'
import { answeredAfter, figuresOf, stateOf, ticketOfReply } from '@recado/shared/campaigns/report/replies'
import { getConnection, queuesOf } from '@recado/shared/connections/store'
import type { PageQuery } from '@recado/shared/http/paging'
import { chatOfNumber } from '@recado/shared/messages/chat'
import { spellingsOf } from '@recado/shared/phone-numbers/canonical-key'
import type { Actor } from '@recado/shared/sessions/session'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { canSee, sightOf } from '@recado/shared/tickets/rules/sight'
import { newestTicketsOf } from '@recado/shared/tickets/store/tickets'
import { tableOf } from '../context.ts'
import { attendantOf } from '../credentials/attendant.ts'
import { pageOf } from '../http/pages.ts'
import { requireCampaign } from './campaigns.ts'

const ROWS = 50
/** Figures are of this many replies at most: each one needs a look at its conversation. */
const IN_FIGURES = 500
/** Conversations that are looked at together. */
const TOGETHER = 25
/** Later tickets of one conversation among which the reply's is looked for. */
const TICKETS = 20

const REPLIED = { repliedAt: { exists: true } } as const

type Wanted = PageQuery & { state?: Reply['state'] | undefined; queueId?: string | undefined }

/** The recipients who replied, in sending order, each with the conversation that the reply is in. */
export async function replies(
  actor: Actor,
  campaignId: string,
  { state, queueId, ...query }: Wanted,
): Promise<ReplyPage> {
  const { companyId } = actor
  const { ledger, whatsappId, detailsErasedAt } = await requireCampaign(companyId, campaignId)
  if (!ledger || detailsErasedAt) return { records: [], figures: null, nextCursor: null, hasMore: false }
  const table = tableOf(companyId)
  const shownOf = await viewOf(actor, whatsappId)
  const { rows, ...end } = await pageOf<Reply>(
    [companyId, actor.userId, campaignId, 'replies', state ?? '', queueId ?? ''],
    query,
    async (after, limit) => {
      const from = { after: after === undefined ? undefined : Number(after), limit }
      const found = await recipientsFrom(table, ledger, { ...from, filter: REPLIED })
      const shown = await shownOf(found.rows)
      return {
        rows: shown.filter(
          (reply) => (!state || reply.state === state) && (!queueId || reply.queueId === queueId),
        ),
        ...(found.after !== undefined && { after: String(found.after) }),
      }
    },
    ROWS,
  )
  const figures = query.cursor
    ? null
    : await figuresIn(allRecipients(table, ledger, { filter: REPLIED }), shownOf)
  return { records: rows, figures, ...end }
}

type View = (recipients: readonly Recipient[]) => Promise<Reply[]>

/** How recipients of a campaign on this connection are shown to the caller, who need not see the queue of each reply. */
async function viewOf(actor: Actor, whatsappId: string): Promise<View> {
  const table = tableOf(actor.companyId)
  const queueIds = queuesOf(await getConnection(table, whatsappId))
  const viewer = attendantOf(actor)
  const maySee = (ticket: StoredTicket) => canSee(viewer, sightOf(ticket, queueIds))
  const one = async (recipient: Recipient): Promise<Reply> => {
    const { name, number, chat, repliedAt = '' } = recipient
    const chats = chat ? [chat] : spellingsOf(number).map((spelling) => chatOfNumber(spelling))
    const conversations = chats.map((each) => ({ whatsappId, chat: each }))
    const ticket = ticketOfReply(await newestTicketsOf(table, conversations, TICKETS), repliedAt)
    const seen = ticket && maySee(ticket) ? ticket : undefined
    return {
      name,
      number,
      repliedAt,
      state: stateOf(ticket),
      queueId: seen?.queueId ?? null,
      answeredAfter: answeredAfter(ticket, repliedAt),
      ticket: seen ? { uuid: seen.uuid, status: seen.status, userId: seen.userId } : null,
    }
  }
  return async (recipients) => {
    const shown: Reply[] = []
    for (let at = 0; at < recipients.length; at += TOGETHER)
      shown.push(...(await Promise.all(recipients.slice(at, at + TOGETHER).map(one))))
    return shown
  }
}

async function figuresIn(recipients: AsyncIterable<Recipient>, shownOf: View): Promise<ReplyFigures> {
  const looked: Recipient[] = []
  for await (const recipient of recipients) if (looked.push(recipient) === IN_FIGURES) break
  return figuresOf(await shownOf(looked))
}
