import { randomBytes } from 'node:crypto'
import type { StoredCampaign } from '@recado/shared/campaigns/store'
import { type Company, newCompany } from '@recado/shared/companies/company'
import type { StoredConnection } from '@recado/shared/connections/store'
import type { StoredList } from '@recado/shared/contact-lists/store'
import { newId } from '@recado/shared/ids'
import type { StoredTag } from '@recado/shared/tags/store'
import type { StoredTicketQueue } from '@recado/shared/ticket-queues/store'

const EARLIER = '2026-01-02T12:00:00.000Z'

/** A company that may do everything, without limits and without a due date. */
export const aCompany = (overrides: Partial<Company> = {}): Company =>
  newCompany({
    id: newId(),
    name: 'Padaria Aurora',
    email: 'contato@aurora.test',
    createdAt: EARLIER,
    ...overrides,
  })

/** A campaign saved without a time. */
export const aCampaign = (overrides: Partial<StoredCampaign> = {}): StoredCampaign => ({
  id: newId(),
  companyId: newId(),
  name: 'Promoção',
  type: 'PRIVATE',
  status: 'INATIVA',
  message1: 'Olá {nome}',
  message2: null,
  message3: null,
  message4: null,
  message5: null,
  confirmationMessage1: null,
  confirmationMessage2: null,
  confirmationMessage3: null,
  confirmationMessage4: null,
  confirmationMessage5: null,
  confirmation: false,
  mediaMode: 'above',
  mediaName: null,
  mediaKey: null,
  mediaType: null,
  mediaBytes: null,
  contactName: null,
  contactNumber: null,
  contactMode: 'below',
  block: false,
  groupMode: 'group',
  initTreatment: false,
  queueId: null,
  tagId: null,
  recipientsFrom: 'list' as const,
  pausedAt: null,
  pauseReason: null,
  detailsErasedAt: null,
  whatsappId: newId(),
  contactListIds: [newId()],
  scheduledAt: null,
  startedAt: null,
  completedAt: null,
  createdAt: EARLIER,
  updatedAt: EARLIER,
  dueAt: null,
  version: 1,
  recipients: 0,
  validContacts: 0,
  ledger: null,
  preparedAt: null,
  preparations: 0,
  preparingUntil: 0,
  resends: 0,
  resendsReady: 0,
  resendsUnknown: false,
  ...overrides,
})

/** A connection that is wanted open and is not yet. */
export const aConnection = (overrides: Partial<StoredConnection> = {}): StoredConnection => ({
  id: newId(),
  companyId: newId(),
  name: 'Loja',
  wanted: 'open',
  status: 'OPENING',
  statusReason: null,
  qrcode: '',
  retries: 0,
  isDefault: true,
  number: null,
  profileName: null,
  provider: 'beta',
  greetingMessage: null,
  complationMessage: null,
  outOfHoursMessage: null,
  ratingMessage: null,
  queueIds: [],
  token: null,
  newContactsPerDay: null,
  warmUpDays: 0,
  knownNumber: null,
  pendingNumber: null,
  linkedAt: null,
  bannedUntil: null,
  createdAt: EARLIER,
  updatedAt: EARLIER,
  ...overrides,
})

/** An empty list. */
export const aContactList = (overrides: Partial<StoredList> = {}): StoredList => ({
  id: newId(),
  companyId: newId(),
  name: 'Clientes',
  searchName: 'clientes',
  type: 'PRIVATE',
  contactsCount: 0,
  valids: 0,
  invalids: 0,
  nextPlace: 0,
  isDuplicated: false,
  updateAt: EARLIER,
  createdAt: EARLIER,
  ...overrides,
})

export const aTicketQueue = (overrides: Partial<StoredTicketQueue> = {}): StoredTicketQueue => ({
  id: newId(),
  companyId: newId(),
  name: 'Vendas',
  color: '#1f9d55',
  greetingMessage: null,
  outOfHoursMessage: null,
  createdAt: EARLIER,
  updatedAt: EARLIER,
  ...overrides,
})

export const aTag = (overrides: Partial<StoredTag> = {}): StoredTag => ({
  id: newId(),
  companyId: newId(),
  name: 'Cliente novo',
  searchName: 'cliente novo',
  color: '#1f6f9d',
  createdAt: EARLIER,
  updatedAt: EARLIER,
  ...overrides,
})

/** A colour that no other queue of the company has. */
export const aColor = (): string => `#${randomBytes(3).toString('hex')}`
