import { DEFAULT_TIME_ZONE } from '@recado/shared/calendar/time-zones'
import { putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { recordCampaignMessage } from '@recado/shared/conversations/record-sent'
import { type Chat, chatOfLid, chatOfNumber, jidOf } from '@recado/shared/messages/chat'
import type { Actor } from '@recado/shared/sessions/session'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Row } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import { saveDeskSettings } from '@recado/shared/tickets/store/desk-settings'
import { putUser } from '@recado/shared/users/store'
import { aCampaign, aCompany, aConnection, aTicketQueue } from '../../support/builders.ts'
import type { Shop } from './script.ts'

export const COMPANY = 'A'
export const SHOP = 'loja'
export const CAMPAIGN = 'natal'
export const GROUP = '120363000000000001'
/** Monday, noon in São Paulo. */
export const NOON = Date.parse('2026-11-23T15:00:00.000Z')
export const QUEUES = ['finance', 'sales'] as const

const CUSTOMERS = ['5511987650001', '5511987650002', '5511987650003'] as const
export const numberOf = (customer: number): string => CUSTOMERS[customer % CUSTOMERS.length] ?? ''
export const lidOf = (customer: number): string => `77700011122${customer % CUSTOMERS.length}`
/** The chats that a customer may have. */
export const chatsOf = (customer: number): Chat[] => [
  chatOfNumber(numberOf(customer)),
  chatOfLid(lidOf(customer)),
]
/** The LID of the customer with this number, both as addresses; undefined for other addresses. */
export function jidOfLidOf(jid: string): string | undefined {
  const customer = CUSTOMERS.findIndex((number) => jidOf(chatOfNumber(number)) === jid)
  return customer < 0 ? undefined : jidOf(chatOfLid(lidOf(customer)))
}
export const PERSONAL_CHATS = CUSTOMERS.flatMap((_, customer) => chatsOf(customer))

const agent = (userId: string, profile: Actor['profile'], queueIds: string[]): Actor => ({
  userId,
  companyId: COMPANY,
  homeCompanyId: COMPANY,
  sid: userId,
  name: userId,
  profile,
  queueIds,
  super: false,
  campaignsEnabled: true,
  overdueFrom: null,
  support: null,
})

/** Ana serves sales, Bruno finance, and the owner sees everything. */
export const AGENTS = [
  agent('ana', 'user', ['sales']),
  agent('bruno', 'user', ['finance']),
  agent('dono', 'admin', []),
] as const

/** Open from eight to six, every day. */
export const HOURS = {
  periods: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '08:00', to: '18:00' })),
  holidays: [],
}

/** The rows of companies that were founded before, by their decisions. */
const founded = new Map<string, Row[]>()

/** Puts a company into a table: its people, its queues, and a campaign whose replies become tickets. */
export async function found(table: MemoryTable, shop: Shop): Promise<void> {
  const name = JSON.stringify(shop)
  const rows = founded.get(name) ?? (await rowsOf(shop))
  founded.set(name, rows)
  await table.putMany(rows)
}

async function rowsOf(shop: Shop): Promise<Row[]> {
  const table = new MemoryTable()
  await foundIn(new TenantTable(table, COMPANY), shop)
  return [...table.rows()]
}

async function foundIn(table: TenantTable, shop: Shop): Promise<void> {
  const { queues, hours, reopens, endsInSilence, offers } = shop
  const createdAt = new Date(NOON).toISOString()
  await putCompany(
    table,
    aCompany({
      id: COMPANY,
      userRating: 'enabled',
      scheduleType: hours === 'always' ? 'disabled' : hours,
      schedules: hours === 'company' ? HOURS : null,
    }),
  )
  for (const [index, id] of QUEUES.entries())
    await putTicketQueue(
      table,
      aTicketQueue({
        companyId: COMPANY,
        id,
        name: id,
        color: `#00000${index}`,
        greetingMessage: `Aqui é ${id}`,
        schedules: hours === 'queue' ? HOURS : null,
        distribution: offers ? 'offer' : 'manual',
      }),
    )
  for (const { userId: id, name, profile, queueIds } of AGENTS)
    await putUser(table, {
      id,
      name,
      profile,
      createdAt,
      email: `${id}@aurora.test`,
      super: false,
      companyId: COMPANY,
      queueIds: [...queueIds],
      passwordHash: null,
    })
  await putConnection(
    table,
    aConnection({
      companyId: COMPANY,
      id: SHOP,
      status: 'CONNECTED',
      queueIds: QUEUES.filter((_, index) => index < queues),
      greetingMessage: 'Olá!',
      complationMessage: 'Até logo!',
      outOfHoursMessage: 'Abrimos {abre}',
    }),
  )
  await putCampaign(
    table,
    aCampaign({
      companyId: COMPANY,
      id: CAMPAIGN,
      initTreatment: true,
      queueId: 'finance',
      whatsappId: SHOP,
    }),
  )
  if (!reopens) await saveDeskSettings(table, { reopenMinutes: 0 })
  if (endsInSilence) await saveDeskSettings(table, { idleCloseHours: 1, idleMessage: 'Até a próxima' })
}

/** A message of the campaign, which its recipient got. */
export const sendCampaignTo = (
  table: TenantTable,
  customer: number,
  messageId: string,
  now: number,
): Promise<unknown> =>
  recordCampaignMessage(table, SHOP, {
    messageId,
    chat: chatOfNumber(numberOf(customer)),
    at: new Date(now).toISOString(),
    jid: `${numberOf(customer)}@s.whatsapp.net`,
    content: { type: 'text', text: 'Promoção' },
    recipient: {
      campaignId: CAMPAIGN,
      ledger: `${CAMPAIGN}.1`,
      place: customer,
      variant: 1,
      first: messageId,
      step: 'message',
      part: 1,
      parts: 1,
      confirmed: false,
      timezone: DEFAULT_TIME_ZONE,
    },
  })
