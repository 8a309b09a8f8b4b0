import type { AnnouncementInput } from '@recado/shared/announcements/announcement'
import type { AuditEntry } from '@recado/shared/audit/audit'
import type { CampaignChange } from '@recado/shared/campaigns/contract/campaign'
import type { CompanyInput } from '@recado/shared/companies/register/company-record'
import type { ConnectionInput } from '@recado/shared/connections/connection'
import type { ContactChange } from '@recado/shared/contacts/contact'
import type { QuickReplyChange } from '@recado/shared/quick-replies/quick-reply'
import type { TagInput } from '@recado/shared/tags/tag'
import type { TicketQueueInput } from '@recado/shared/ticket-queues/ticket-queue'
import type { TicketChange } from '@recado/shared/tickets/contract/ticket'
import type { UserChange } from '@recado/shared/users/user'
import type { TextKey } from '../i18n/index.ts'

type Labels<Input> = { [Field in keyof Input]?: TextKey }

const company: Labels<CompanyInput> = {
  name: 'companies.name',
  email: 'companies.form.email',
  phone: 'companies.form.phone',
  document: 'companies.form.document',
  planId: 'companies.plan',
  instanceId: 'companies.form.instance',
  handoverFrom: 'companies.form.handoverInstance',
  status: 'companies.status',
  dueDate: 'companies.dueDate',
  useType: 'companies.form.useType',
  campaignsEnabled: 'companies.form.campaignsEnabled',
  recurrence: 'companies.form.recurrence',
  paymentMethod: 'companies.form.paymentMethod',
  blockType: 'companies.form.blockType',
}
const user: Labels<UserChange> = {
  name: 'users.name',
  email: 'session.email',
  password: 'session.password',
  profile: 'users.profile',
  queueIds: 'users.queues',
  totp: 'users.endTotp',
  support: 'users.support.title',
}
const connection: Labels<ConnectionInput> = {
  name: 'connections.name',
  isDefault: 'connections.form.isDefault',
  greetingMessage: 'connections.form.greetingMessage',
  complationMessage: 'connections.form.complationMessage',
  outOfHoursMessage: 'connections.form.outOfHoursMessage',
  ratingMessage: 'connections.form.ratingMessage',
  newContactsPerDay: 'connections.form.newContactsPerDay',
  warmUpDays: 'connections.form.warmUpDays',
  defaultQueueId: 'connections.form.defaultQueue',
  groups: 'connections.form.groups',
  readReceipts: 'connections.form.readReceipts',
  showTyping: 'connections.form.showTyping',
}
const campaign: Labels<CampaignChange> = {
  name: 'campaigns.name',
  whatsappId: 'campaigns.form.connection',
  contactListId: 'campaigns.form.contactList',
  groupMode: 'campaigns.groupMode.label',
  scheduledAt: 'campaigns.form.schedule',
  draftScheduledAt: 'campaigns.form.schedule',
  message1: 'campaigns.form.messages',
  message2: 'campaigns.form.messages',
  message3: 'campaigns.form.messages',
  message4: 'campaigns.form.messages',
  message5: 'campaigns.form.messages',
  confirmation: 'campaigns.form.askConfirmation',
  confirmationMessage1: 'campaigns.form.confirmations',
  confirmationMessage2: 'campaigns.form.confirmations',
  confirmationMessage3: 'campaigns.form.confirmations',
  confirmationMessage4: 'campaigns.form.confirmations',
  confirmationMessage5: 'campaigns.form.confirmations',
  contactName: 'campaigns.card.title',
  contactNumber: 'campaigns.card.title',
  contactMode: 'campaigns.card.title',
  mediaName: 'campaigns.media.title',
  mediaMode: 'campaigns.media.mode',
  block: 'campaigns.form.block',
  initTreatment: 'campaigns.form.initTreatment',
  queueId: 'campaigns.form.queue',
  tagId: 'campaigns.form.tag',
}
const queue: Labels<TicketQueueInput> = {
  name: 'queues.name',
  color: 'queues.form.color',
  greetingMessage: 'queues.form.greetingMessage',
  outOfHoursMessage: 'queues.form.outOfHoursMessage',
  schedules: 'queues.columns.hours',
  targetMinutes: 'queues.form.targetMinutes',
  distribution: 'queues.form.distribution',
  orderIndex: 'queues.columns.order',
}
const tag: Labels<TagInput> = {
  name: 'tags.name',
  color: 'tags.form.color',
  kanban: 'tags.form.kanban',
}
const quickReply: Labels<QuickReplyChange> = {
  shortcode: 'quickReplies.shortcode',
  message: 'quickReplies.message',
  queueIds: 'quickReplies.scope',
}
const contact: Labels<ContactChange> = {
  name: 'contactBook.name',
  number: 'contactBook.number',
  email: 'contactBook.email',
  var1: 'contacts.var1',
  var2: 'contacts.var2',
  var3: 'contacts.var3',
  extraInfo: 'contactBook.extraInfo',
  tagIds: 'contactBook.tags',
  botDisabled: 'contactBook.botDisabled',
}
const ticket: Labels<TicketChange> = {
  userId: 'tickets.fields.attendant',
  queueId: 'tickets.fields.queue',
  tagIds: 'tickets.fields.tags',
  snoozedUntil: 'tickets.snooze.title',
}
const announcement: Labels<AnnouncementInput> = {
  title: 'announcements.fields.title',
  text: 'announcements.fields.text',
  priority: 'announcements.fields.priority',
  status: 'announcements.fields.status',
}

/** Of the calls whose entry has only the fields that change the record. */
const LABELS = new Map<string, Readonly<Record<string, TextKey | undefined>>>([
  ['companies.updateCompany', company],
  ['users.updateUser', user],
  ['connections.updateConnection', connection],
  ['campaigns.updateCampaign', campaign],
  ['ticket-queues.updateTicketQueue', queue],
  ['tags.updateTag', tag],
  ['quick-replies.updateQuickReply', quickReply],
  ['contacts.updateContact', contact],
  ['tickets.changeTicket', ticket],
  ['announcements.updateAnnouncement', announcement],
])

/** The names of the fields that an action changed, as their forms have them; of a field without such a name none. */
export function changedFields({ action, fields }: Pick<AuditEntry, 'action' | 'fields'>): TextKey[] {
  const labels = LABELS.get(action)
  const found = fields.flatMap((field) => labels?.[field] ?? [])
  return [...new Set(found)]
}
