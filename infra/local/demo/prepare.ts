import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/contract/settings'
import { companyRoutes } from '@recado/shared/companies/register/routes'
import { connectionRoutes } from '@recado/shared/connections/routes'
import { contactListRoutes } from '@recado/shared/contact-lists/routes'
import { quickReplyRoutes } from '@recado/shared/quick-replies/routes'
import { sessionRoutes } from '@recado/shared/sessions/routes'
import { settingRoutes } from '@recado/shared/settings/routes'
import { tagRoutes } from '@recado/shared/tags/routes'
import { cutText } from '@recado/shared/text'
import { ticketQueueRoutes } from '@recado/shared/ticket-queues/routes'
import { userRoutes } from '@recado/shared/users/routes'
import { DEMO_PASSWORD } from '../demo-data.ts'
import { Client, type Phones } from './client.ts'
import { ATTENDANTS, CUSTOMERS, LISTED, MEMBERS, SHOP } from './people.ts'
import { until } from './until.ts'

const QUEUES = [
  { name: 'Vendas', color: '#1f9d55', targetMinutes: 5, greetingMessage: 'Aqui é do time de vendas! 🌿' },
  { name: 'Entregas', color: '#2f6fdb', targetMinutes: 15, greetingMessage: 'Entregas na escuta. 🚚' },
  { name: 'Financeiro', color: '#b7791f', targetMinutes: 30, greetingMessage: 'Você está no financeiro.' },
] as const
/** The columns of the kanban, and a label outside it. */
const TAGS = [
  { name: 'Orçamento', color: '#b7791f', kanban: true },
  { name: 'Pedido feito', color: '#1f9d55', kanban: true },
  { name: 'Em entrega', color: '#2f6fdb', kanban: true },
  { name: 'Reclamação', color: '#c53030', kanban: false },
] as const
const REPLIES = [
  {
    shortcode: 'pix',
    message: '{primeiro_nome}, nossa chave pix é pix@jasmim.example. Me manda o comprovante?',
  },
  { shortcode: 'horario', message: '{saudacao}! Abrimos de segunda a sábado, das 9h às 18h.' },
  { shortcode: 'entrega', message: 'Entregamos em até 24 h, {primeiro_nome}. A taxa depende do bairro.' },
] as const
const SETTINGS = {
  userRating: 'enabled',
  signMessages: 'always',
  transferMessage: 'Vou passar você para quem resolve isso, um instante.',
} as const
const LIST = 'Clientes da loja'
const CAMPAIGN = 'Semana das plantas'
export const GROUP = 'Clube das Plantas'

type Admin = Client

/**
 * Gives the demo's company queues, labels, attendants, a linked account, contacts and a running campaign. What is there
 * already, by its name, stays as it is.
 */
export async function prepareDemo(origin: string, phones: Phones): Promise<void> {
  const admin = await Client.signIn(origin, 'admin@demo.test', DEMO_PASSWORD)
  for (const { number, name } of [...CUSTOMERS, { number: SHOP, name: 'Casa Jasmim' }])
    await phones.declare(number, name)
  const queues = await prepareQueues(admin)
  await prepareHours(admin)
  await prepareTags(admin)
  await prepareReplies(admin)
  for (const [settingKey, value] of Object.entries(SETTINGS))
    await admin.call(settingRoutes.saveSetting, { settingKey, value })
  await prepareAttendants(admin, queues)
  const whatsappId = await prepareConnection(admin, phones, [...queues.values()])
  await prepareGroup(phones)
  await prepareCampaign(admin, { whatsappId, queueId: queues.get('Vendas') })
}

async function prepareQueues(admin: Admin): Promise<Map<string, string>> {
  const made = await admin.call(ticketQueueRoutes.listTicketQueues, {})
  const ids = new Map(made.map(({ name, id }) => [name, id]))
  for (const [orderIndex, queue] of QUEUES.entries()) {
    if (ids.has(queue.name)) continue
    const { id } = await admin.call(ticketQueueRoutes.createTicketQueue, { ...queue, orderIndex })
    ids.set(queue.name, id)
  }
  return new Map(QUEUES.map(({ name }) => [name, ids.get(name) ?? '']))
}

/** Open at all hours, so that a demo at night is not out of hours. */
async function prepareHours(admin: Admin): Promise<void> {
  const { companyId } = await admin.call(sessionRoutes.me, {})
  const periods = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }))
  await admin.call(companyRoutes.saveCompanySchedules, { companyId, schedules: { periods, holidays: [] } })
}

async function prepareTags(admin: Admin): Promise<void> {
  const { records } = await admin.call(tagRoutes.listTags, {})
  for (const [orderIndex, tag] of TAGS.entries())
    if (!records.some(({ name }) => name === tag.name))
      await admin.call(tagRoutes.createTag, { ...tag, orderIndex })
}

async function prepareReplies(admin: Admin): Promise<void> {
  const { records } = await admin.call(quickReplyRoutes.listQuickReplies, {})
  for (const reply of REPLIES)
    if (!records.some(({ shortcode }) => shortcode === reply.shortcode))
      await admin.call(quickReplyRoutes.createQuickReply, { ...reply, scope: 'company' })
}

async function prepareAttendants(admin: Admin, queues: ReadonlyMap<string, string>): Promise<void> {
  const users = await admin.call(userRoutes.allUsers, {})
  for (const { name, email, queues: served } of ATTENDANTS) {
    if (users.some((user) => user.name === name)) continue
    const queueIds = served.map((queue) => queues.get(queue) ?? '')
    await admin.call(userRoutes.createUser, {
      name,
      email,
      password: DEMO_PASSWORD,
      profile: 'user',
      queueIds,
    })
  }
  const { id: userId, name, email } = await admin.call(sessionRoutes.me, {})
  await admin.call(userRoutes.updateUser, { userId, name, email, queueIds: [...queues.values()] })
}

async function prepareConnection(admin: Admin, phones: Phones, queueIds: string[]): Promise<string> {
  const connections = await admin.call(connectionRoutes.listConnections, {})
  const made = connections.find(({ knownNumber }) => knownNumber === SHOP)
  if (made) return made.id
  const { id } = await admin.call(connectionRoutes.createConnection, {
    name: 'Casa Jasmim',
    queueIds,
    greetingMessage: 'Olá! Aqui é da Casa Jasmim, plantas e presentes. 🌱 Com quem você quer falar?',
    complationMessage: 'Obrigado por falar com a Casa Jasmim!',
    ratingMessage: 'De 1 a 5, como foi o nosso atendimento?',
    warmUpDays: 0,
  })
  const shown = () => admin.call(connectionRoutes.getConnection, { whatsappId: id })
  await until(async () => {
    const { status, qrcode } = await shown()
    if (status === 'qrcode' && qrcode) await phones.scan(SHOP, qrcode)
    return status === 'CONNECTED'
  })
  return id
}

async function prepareGroup(phones: Phones): Promise<void> {
  if ((await phones.groups()).some(({ subject }) => subject === GROUP)) return
  await phones.createGroup(GROUP, [SHOP, ...MEMBERS.map(({ number }) => number)], [SHOP])
}

async function prepareCampaign(
  admin: Admin,
  { whatsappId, queueId }: { whatsappId: string; queueId: string | undefined },
): Promise<void> {
  const lists = await admin.call(contactListRoutes.allContactLists, {})
  if (lists.some(({ name }) => name === LIST)) return
  const consent = { source: 'CUSTOMER' as const, date: cutText(new Date().toISOString(), 10), note: null }
  const { id: contactListId } = await admin.call(contactListRoutes.createContactList, { name: LIST, consent })
  for (const { name, number } of LISTED)
    await admin.call(contactListRoutes.createContactListItem, { contactListId, name, number })
  await admin.call(campaignRoutes.saveCampaignSettings, {
    settings: { ...DEFAULT_CAMPAIGN_SETTINGS, messageInterval: '10', greaterInterval: '20' },
  })
  const { id: campaignId } = await admin.call(campaignRoutes.createCampaign, {
    name: CAMPAIGN,
    whatsappId,
    contactListId,
    message1:
      '{saudacao}, {nome}! Nesta semana, todas as plantas de vaso estão com 20% de desconto na Casa Jasmim. 🪴 Responda aqui para reservar a sua.',
    message2:
      'Oi, {nome}! É a Semana das Plantas na Casa Jasmim: 20% em todas as plantas de vaso. 🌿 Quer que a gente separe uma?',
    block: true,
    initTreatment: true,
    queueId,
  })
  await admin.call(campaignRoutes.startCampaign, { campaignId })
}
