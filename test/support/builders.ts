import { randomBytes } from 'node:crypto'
import type { Shipping } from '@recado/shared/campaigns/contract/shipping'
import type { Recipient } from '@recado/shared/campaigns/ledger/recipient'
import type { StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { type Company, newCompany } from '@recado/shared/companies/company'
import { CUSTOMER_SERVICE, type StoredConnection } from '@recado/shared/connections/store'
import type { StoredBlock } from '@recado/shared/contact-blocks/store'
import type { StoredList } from '@recado/shared/contact-lists/store'
import type { StoredMessage } from '@recado/shared/conversations/message'
import { newId } from '@recado/shared/ids'
import { newMessageId } from '@recado/shared/messages/message-id'
import type { StoredQuickReply } from '@recado/shared/quick-replies/store'
import type { StoredSchedule } from '@recado/shared/schedules/stored-schedule'
import { type StoredTag, TAG_DEFAULTS } from '@recado/shared/tags/store'
import { QUEUE_DEFAULTS, type StoredTicketQueue } from '@recado/shared/ticket-queues/store'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { newTicket } from '@recado/shared/tickets/store/new-ticket'

const EARLIER = '2026-01-02T12:00:00.000Z'

/** A company with all features, without limits and due date. */
export const aCompany = (overrides: Partial<Company> = {}): Company =>
  newCompany({
    id: newId(),
    name: 'Padaria Aurora',
    email: 'contato@aurora.test',
    createdAt: EARLIER,
    ...overrides,
  })

/** A person whom an admin blocked. */
export const aBlock = (overrides: Partial<StoredBlock> = {}): StoredBlock => ({
  id: newId(),
  name: 'Ana Souza',
  number: '5511955550001',
  origin: 'MANUAL',
  evidence: null,
  createdAt: EARLIER,
  ...overrides,
})

/** A campaign's first recipient, before its message is sent. */
export const aRecipient = (overrides: Partial<Recipient> = {}): Recipient => ({
  campaignId: newId(),
  ledger: 'ledger.1',
  place: 0,
  name: 'Ana Souza',
  number: '5511955550001',
  email: '',
  var1: '',
  var2: '',
  var3: '',
  status: 'PENDING',
  step: 'message',
  attempt: 1,
  variant: 1,
  confirmationVariant: 1,
  level: 'none',
  block: false,
  createdAt: EARLIER,
  searchText: 'ana souza 5511955550001',
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
  fault: null,
  detailsErasedAt: null,
  whatsappId: newId(),
  contactListIds: [newId()],
  scheduledAt: null,
  draftScheduledAt: null,
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

/** A connection whose wanted state is open, but which is not open yet. */
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
  ...CUSTOMER_SERVICE,
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
  ...QUEUE_DEFAULTS,
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
  ...TAG_DEFAULTS,
  createdAt: EARLIER,
  updatedAt: EARLIER,
  ...overrides,
})

/** A quick reply of the company. */
export const aQuickReply = (overrides: Partial<StoredQuickReply> = {}): StoredQuickReply => ({
  id: newId(),
  companyId: newId(),
  ownerId: null,
  shortcode: 'oi',
  message: 'Olá, {nome}',
  scope: 'company',
  queueIds: [],
  media: null,
  revision: 1,
  createdAt: EARLIER,
  updatedAt: EARLIER,
  ...overrides,
})

/** A message to a contact in the far future. */
export const aSchedule = (overrides: Partial<StoredSchedule> = {}): StoredSchedule => ({
  id: newId(),
  companyId: newId(),
  contactId: newId(),
  whatsappId: null,
  body: 'Até amanhã',
  media: null,
  sendAt: '2099-01-01T12:00:00.000Z',
  status: 'PENDENTE',
  reason: null,
  waitsFor: null,
  sentAt: null,
  lateSeconds: null,
  openTicket: false,
  cancelIfReplied: false,
  userId: newId(),
  userName: 'Ana Lima',
  dueAt: '2099-01-01T12:00:00.000Z',
  turnAt: null,
  message: null,
  attempts: 0,
  revision: 0,
  createdAt: EARLIER,
  updatedAt: EARLIER,
  ...overrides,
})

/** A colour that is unique within the company. */
export const aColor = (): string => `#${randomBytes(3).toString('hex')}`

/** A pending recipient of a campaign, as in the API. */
export const aShipping = (overrides: Partial<Shipping> = {}): Shipping => ({
  id: 'S1',
  campaignId: 'A1',
  contact: { name: 'Ana' },
  number: '5511987654321',
  status: 'PENDING',
  block: false,
  createdAt: EARLIER,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  repliedAt: null,
  isGroup: false,
  confirmation: 'NONE',
  confirmationRequestedAt: null,
  messageId: null,
  level: 'none',
  variant: null,
  reason: null,
  failureCode: null,
  retryFor: null,
  retryAt: null,
  ...overrides,
})

/** A pending ticket of one person. */
export const aTicket = ({
  whatsappId: connectionId = 'loja',
  chat = '5511900000001',
  ...overrides
}: Partial<StoredTicket> = {}): StoredTicket =>
  newTicket(
    { connectionId, chat, name: 'Ana', at: EARLIER },
    '20260101-00001',
    Date.parse(EARLIER),
    overrides,
  )

/** A customer's text. */
export const aMessage = (
  overrides: Partial<StoredMessage> & Pick<StoredMessage, 'connectionId' | 'chat'>,
): StoredMessage => ({
  messageId: newMessageId(),
  at: EARLIER,
  fromMe: false,
  content: { type: 'text', text: 'Oi' },
  ...overrides,
})
