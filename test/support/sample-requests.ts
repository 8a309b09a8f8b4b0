import { allRoutes } from '@recado/shared/api'
import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/settings'
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

/** A valid request of every call that needs more than the ids in its path, by the call's name. */
const SAMPLES: Record<string, (world: World & { uploadId: string }) => Sample> = {
  login: () => ({ email: 'ninguem@exemplo.test', password: 'errada' }),
  takeHandover: () => ({ handover: 'a.b.c' }),
  signUp: ({ companyId }) => ({ ...aPerson(), password: 'uma senha', token: 'A.b', companyId }),
  forgotPassword: () => ({ email: 'ninguem@exemplo.test' }),
  resetPassword: () => ({ token: 'A.b.c', password: 'uma senha' }),
  confirmTotp: () => ({ code: '000000' }),
  endTotp: () => ({ password: 'errada' }),
  createUser: () => ({ ...aPerson(), password: 'uma senha' }),
  updateUser: () => aPerson(),
  createInvitation: () => ({ profile: 'user' }),
  createConnection: () => ({ name: 'Outra loja', isDefault: false }),
  updateConnection: () => ({ name: 'Loja nova', newContactsPerDay: 30, warmUpDays: 14 }),
  testConnection: ({ whatsappId }) => ({ whatsappId }),
  requestPairingCode: () => ({ number: '5511900000001' }),
  answerOtherNumber: () => ({ accept: false }),
  createTicketQueue: () => ({ name: aName('Suporte'), color: aColor() }),
  updateTicketQueue: () => ({ name: aName('Financeiro'), color: aColor() }),
  createTag: () => ({ name: aName('Fiel'), color: aColor() }),
  updateTag: () => ({ name: aName('Muito fiel'), color: aColor() }),
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
  createContactBlock: () => ({ name: 'Bloqueada', number: aNumber() }),
  importContactBlocks: ({ uploadId }) => ({ uploadId }),
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
  createUpload: () => ({ purpose: 'import', fileName: 'a.xlsx', contentType: 'text/csv', bytes: 10 }),
}

const aCompanyInput = () => ({ name: 'Padaria Aurora', email: `${newId().toLowerCase()}@exemplo.test` })

/** Somebody whose e-mail nobody has. */
const aPerson = () => ({ name: 'Ana Souza', email: `${newId().toLowerCase()}@exemplo.test` })

/** A name that nothing else in the company has. */
const aName = (kind: string) => `${kind} ${newId()}`

export const routes: NamedRoute[] = allRoutes()

/** A valid request of this call about these things. @throws for a call that nobody wrote one for */
export function sampleOf({ name, route }: NamedRoute, world: World, uploadId = 'NONE'): Sample {
  const sample = SAMPLES[name]?.({ ...world, uploadId }) ?? {}
  if (route.body && Object.keys(sample).length === 0) throw new Error(`There is no sample of ${name}`)
  const isOfBlocks = route.path.startsWith('/contact-blocks')
  const known = { ...world, ...(isOfBlocks && { importId: world.blockImportId }) }
  const ids: [string, unknown][] = Object.entries(known).filter(([id]) =>
    pathParamsOf(route.path).includes(id),
  )
  return { ...sample, ...Object.fromEntries(ids) }
}

/** Where a call takes an id: in its path, its query or its body. */
export function idFieldsOf({ path, query, body }: Route): string[] {
  const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : []
  return [...pathParamsOf(path), ...Object.keys(query?.shape ?? {}), ...fields].filter((name) =>
    name.endsWith('Id'),
  )
}

/** Sends a request as the route says, without an idempotency key. */
export function sent(client: ApiClient, { route }: NamedRoute, request: Sample): Promise<Answer> {
  const { method, path, query, body } = callOf(route, request)
  const search = new URLSearchParams(query).toString()
  return client.send<unknown>(method, search ? `${path}?${search}` : path, body)
}
