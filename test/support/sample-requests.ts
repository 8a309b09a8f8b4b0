import { allRoutes } from '@recado/shared/api/routes'
import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/contract/settings'
import { callOf } from '@recado/shared/http/client'
import { pathParamsOf, type Route } from '@recado/shared/http/contract'
import { newId } from '@recado/shared/ids'
import { DEFAULT_BOUNDS } from '@recado/shared/retention/retention'
import * as z from 'zod'
import type { Answer, ApiClient } from './api-client.ts'
import { aColor } from './builders.ts'
import { aNumber, type World } from './worlds.ts'

export type NamedRoute = ReturnType<typeof allRoutes>[number]
export type Sample = Record<string, unknown>

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

const DAYS = { from: '2026-01-01', to: '2026-01-31' }

/** A valid request by call name, for every call that needs more than path ids. */
const SAMPLES: Record<string, (world: World & { uploadId: string }) => Sample> = {
  login: () => ({ email: 'ninguem@exemplo.test', password: 'errada' }),
  takeHandover: () => ({ handover: 'a.b.c' }),
  signUp: ({ companyId }) => ({ ...aPerson(), password: 'uma senha', token: 'A.b', companyId }),
  forgotPassword: () => ({ email: 'ninguem@exemplo.test' }),
  stopNoticeMails: () => ({ token: 'A.b.c.d' }),
  resetPassword: () => ({ token: 'A.b.c', password: 'uma senha' }),
  confirmTotp: () => ({ code: '000000', currentPassword: 'errada' }),
  endTotp: () => ({ password: 'errada' }),
  createUser: () => ({ ...aPerson(), password: 'uma senha' }),
  updateUser: () => aPerson(),
  createInvitation: () => ({ profile: 'user' }),
  createConnection: ({ queueId }) => ({
    name: 'Outra loja',
    isDefault: false,
    queueIds: [queueId],
    defaultQueueId: queueId,
  }),
  updateConnection: ({ queueId }) => ({
    name: 'Loja nova',
    newContactsPerDay: 30,
    warmUpDays: 14,
    queueIds: [queueId],
    defaultQueueId: queueId,
  }),
  openTicket: ({ contactId, whatsappId, queueId }) => ({ contactId, whatsappId, queueId }),
  changeTicket: ({ queueId, userId }) => ({ queueId, userId, note: 'Conhece o caso' }),
  changeGroup: () => ({ muted: true }),
  listKanban: () => ({ stages: 'none' }),
  readTicket: () => ({ seq: 0 }),
  saveDraft: () => ({ text: 'Bom dia' }),
  sendMessage: () => ({
    clientId: crypto.randomUUID(),
    seenAt: new Date().toISOString(),
    content: { type: 'text', text: 'Bom dia' },
    accept: true,
  }),
  reactToMessage: () => ({ emoji: '👍' }),
  editMessage: () => ({ text: 'Boa tarde' }),
  forwardMessages: ({ ticketId, messageId }) => ({
    messageIds: [messageId],
    to: [{ ticketId }],
  }),
  createNote: () => ({ text: 'Cliente antigo' }),
  testConnection: ({ whatsappId }) => ({ whatsappId }),
  requestPairingCode: () => ({ number: '5511900000001' }),
  answerOtherNumber: () => ({ accept: false }),
  createTicketQueue: () => ({ name: aName('Suporte'), color: aColor() }),
  updateTicketQueue: () => ({ name: aName('Financeiro'), color: aColor() }),
  createTag: () => ({ name: aName('Fiel'), color: aColor() }),
  updateTag: () => ({ name: aName('Muito fiel'), color: aColor() }),
  createQuickReply: () => ({
    shortcode: `r${newId().slice(-12).toLowerCase()}`,
    message: 'Olá, {nome}',
    scope: 'user',
  }),
  updateQuickReply: () => ({ shortcode: `r${newId().slice(-12).toLowerCase()}`, message: 'Oi, {nome}' }),
  createSchedule: ({ contactId }) => ({ contactId, body: 'Até amanhã', sendAt: inDays(1) }),
  updateSchedule: ({ contactId }) => ({ contactId, body: 'Até depois', sendAt: inDays(2) }),
  createChat: ({ userId }) => ({ userIds: [userId] }),
  updateChat: ({ userId }) => ({ title: 'Plantão', userIds: [userId] }),
  readChat: ({ messageId }) => ({ messageId }),
  sendChatMessage: () => ({ clientId: crypto.randomUUID(), text: 'Bom dia' }),
  editChatMessage: () => ({ text: 'Boa tarde' }),
  search: () => ({ q: 'bom dia' }),
  getDeskReport: ({ queueId }) => ({ ...DAYS, queueId }),
  listReportTickets: ({ queueId }) => ({ ...DAYS, queueId, figure: 'opened' }),
  exportDeskReport: ({ queueId }) => ({ ...DAYS, queueId }),
  readNotices: ({ ticketId }) => ({ ids: [ticketId] }),
  saveNoticeSettings: () => ({
    channels: { 'campaign-ended': { browser: true, email: true } },
    language: 'pt',
  }),
  createCampaign: ({ whatsappId, contactListId, queueId, tagId }) => ({
    name: 'Outra campanha',
    whatsappId,
    contactListId,
    queueId,
    tagId,
    message1: 'Olá',
  }),
  updateCampaign: ({ whatsappId, contactListId, queueId, tagId }) => ({
    name: 'Mudada',
    whatsappId,
    contactListId,
    queueId,
    tagId,
  }),
  precheckProposal: ({ whatsappId, contactListId }) => ({
    name: 'Outra campanha',
    whatsappId,
    contactListId,
    message1: 'Olá',
  }),
  resendAllFailed: () => ({ includeUnknown: true }),
  testCampaign: () => ({ number: '5511987650009' }),
  uploadCampaignMedia: ({ uploadId }) => ({ uploadId, fileName: 'tabela.csv' }),
  stopSending: () => ({ reason: 'Mensagem errada' }),
  resumeSending: () => ({ reason: 'Mensagem corrigida' }),
  stopPlatformSending: () => ({ reason: 'O WhatsApp bloqueia contas' }),
  resumePlatformSending: () => ({ reason: 'O WhatsApp voltou ao normal' }),
  getDashboard: () => ({ date_from: '2026-11-01', date_to: '2026-11-30' }),
  saveCampaignSettings: () => ({ settings: { ...DEFAULT_CAMPAIGN_SETTINGS, messageInterval: '40' } }),
  createContactList: () => ({ name: 'Outra lista' }),
  updateContactList: () => ({ name: 'Lista mudada' }),
  checkContactList: ({ whatsappId }) => ({ whatsappId }),
  previewImport: ({ uploadId }) => ({ uploadId }),
  importContacts: ({ uploadId }) => ({ uploadId }),
  importFromDesk: () => ({ filter: { from: 'contacts' } }),
  createContactBlock: () => ({ name: 'Bloqueada', number: aNumber() }),
  importContactBlocks: ({ uploadId }) => ({ uploadId }),
  createContact: () => ({ name: 'Clara', number: aNumber() }),
  updateContact: () => ({ name: 'Clara Dias', email: 'clara@exemplo.test' }),
  createContactNote: () => ({ text: 'Prefere a manhã' }),
  mergeContacts: ({ otherId }) => ({ otherId }),
  importIntoContacts: ({ contactListId }) => ({ contactListId }),
  exportGroupContacts: () => ({ contacts: [{ name: 'Ana', number: '5511987650001', admin: true }] }),
  exportGroupContactsByGet: () => ({ contacts: '[{"name":"Ana"}]' }),
  listContactListItems: ({ contactListId }) => ({ contactListId }),
  createContactListItem: ({ contactListId }) => ({ contactListId, name: 'João', number: '5511987654321' }),
  updateContactListItem: ({ contactListId }) => ({ contactListId, name: 'José', number: '5511987650000' }),
  saveIntegration: () => ({ type: 'sacmais', status: 'DISABLED' }),
  createAnnouncement: () => ({ title: 'Manutenção', text: 'Domingo às 3h' }),
  updateAnnouncement: () => ({ title: 'Manutenção adiada', text: 'Segunda às 3h', priority: 1 }),
  uploadAnnouncementMedia: ({ uploadId }) => ({ uploadId, fileName: 'aviso.png' }),
  exportDataSubject: () => ({ number: aNumber() }),
  eraseDataSubject: () => ({ number: aNumber() }),
  createCompany: ({ planId, instanceId }) => ({ ...aCompanyInput(), planId, instanceId }),
  updateCompany: ({ planId, instanceId }) => ({ ...aCompanyInput(), planId, instanceId }),
  archiveCompany: () => ({ archived: true }),
  setCompanyStatus: () => ({ status: true }),
  advanceDueDate: () => ({ dueDate: null }),
  saveCompanySchedules: () => ({
    schedules: { periods: [{ weekday: 1, from: '08:00', to: '18:00' }], holidays: [] },
  }),
  createPlan: () => ({ name: aName('Plano'), users: 3, connections: 2, queues: 4 }),
  updatePlan: () => ({ name: aName('Plano'), users: 5, connections: 5, queues: 5 }),
  createInstance: () => ({
    name: aName('Filial').slice(0, 50),
    address: 'https://filial.exemplo.test',
    port: 443,
  }),
  updateInstance: () => ({
    name: aName('Matriz').slice(0, 50),
    address: 'https://matriz.exemplo.test',
    port: 443,
  }),
  createHelp: () => ({ title: aName('Primeiros passos'), video: 'aqz-KE-bpKQ' }),
  updateHelp: () => ({ title: aName('Campanhas'), video: 'aqz-KE-bpKQ', description: 'Passo a passo' }),
  saveSetting: () => ({ settingKey: 'userRating', value: 'enabled' }),
  saveRetention: () => ({ conversations: 365, media: 90, ledgers: null, audit: null, imports: 30 }),
  saveRetentionBounds: () => DEFAULT_BOUNDS,
  createUpload: () => ({ purpose: 'message-media', fileName: 'a.png', contentType: 'image/png', bytes: 10 }),
}

const aCompanyInput = () => ({ name: 'Padaria Aurora', email: `${newId().toLowerCase()}@exemplo.test` })

/** A person with an unused e-mail. */
const aPerson = () => ({ name: 'Ana Souza', email: `${newId().toLowerCase()}@exemplo.test` })

/** A name that is unique in the company. */
const aName = (kind: string) => `${kind} ${newId()}`

export const routes: NamedRoute[] = allRoutes()

/** A valid request of a call about this world. @throws for a call without a sample */
export function sampleOf({ name, route }: NamedRoute, world: World, uploadId = 'NONE'): Sample {
  const sample = SAMPLES[name]?.({ ...world, uploadId }) ?? {}
  if (route.body && Object.keys(sample).length === 0) throw new Error(`The call ${name} has no sample`)
  const isOfBlocks = route.path.startsWith('/contact-blocks')
  const isOfContacts = route.path.startsWith('/contacts/')
  const known = {
    ...world,
    ...(isOfBlocks && { importId: world.blockImportId }),
    ...(isOfContacts && { importId: world.contactsImportId }),
  }
  const ids: [string, unknown][] = Object.entries(known).filter(([id]) =>
    pathParamsOf(route.path).includes(id),
  )
  return { ...sample, ...Object.fromEntries(ids) }
}

/** Fields of a call that take an id, in path, query or body. */
export function idFieldsOf({ path, query, body }: Route): string[] {
  const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : []
  return [...pathParamsOf(path), ...Object.keys(query?.shape ?? {}), ...fields].filter((name) =>
    name.endsWith('Id'),
  )
}

/** Sends a request as its route defines it, without an idempotency key. */
export function sent(client: ApiClient, { route }: NamedRoute, request: Sample): Promise<Answer> {
  const { method, path, query, body } = callOf(route, request)
  const search = new URLSearchParams(query).toString()
  return client.send<unknown>(method, search ? `${path}?${search}` : path, body)
}
