import type { LinkProps } from '@tanstack/react-router'
import { CAMPAIGN_PLACES } from '../campaigns/places.ts'
import type { SettingsTab } from '../settings/search.ts'

type Place = Pick<LinkProps, 'to' | 'params' | 'search'>

const user = (id: string): Place => ({ to: '/users', search: { dialog: 'edit', id } })
const connection = (id: string): Place => ({ to: '/connections', search: { dialog: 'edit', id } })
const contactList = (id: string): Place => ({
  to: '/contact-lists/$contactListId/contacts',
  params: { contactListId: id },
  search: {},
})
const contact = (id: string): Place => ({ to: '/contacts/$contactId', params: { contactId: id } })
const campaign = (id: string): Place => ({
  to: CAMPAIGN_PLACES.PRIVATE.report,
  params: { campaignId: id },
  search: {},
})

const ticketQueue = (id: string): Place => ({ to: '/queues', search: { dialog: 'edit', id } })
const tag = (id: string): Place => ({ to: '/tags', search: { dialog: 'edit', id } })
const quickReply = (id: string): Place => ({ to: '/quick-replies', search: { dialog: 'edit', id } })
const schedule = (id: string): Place => ({ to: '/schedules', search: { dialog: 'open', id } })

/** The pages of records that stay, by the calls whose entry names the record. Other entries name a part of it, or nothing. */
const PAGES = new Map<string, (id: string) => Place>([
  ['users.createUser', user],
  ['users.updateUser', user],
  ['connections.createConnection', connection],
  ['connections.updateConnection', connection],
  ['connections.retrySession', connection],
  ['connections.requestNewQr', connection],
  ['connections.requestPairingCode', connection],
  ['connections.answerOtherNumber', connection],
  ['connections.disconnectSession', connection],
  ['extractors.exportExtractedContacts', connection],
  ['contact-lists.createContactList', contactList],
  ['contact-lists.updateContactList', contactList],
  ['contact-lists.exportContactList', contactList],
  ['contact-lists.checkContactList', contactList],
  ['contact-lists.stopContactListCheck', contactList],
  ['contact-lists.importContacts', contactList],
  ['contact-lists.importFromDesk', contactList],
  ['contacts.createContact', contact],
  ['contacts.updateContact', contact],
  ['contacts.createContactNote', contact],
  ['contacts.mergeContacts', contact],
  ['campaigns.createCampaign', campaign],
  ['campaigns.updateCampaign', campaign],
  ['campaigns.startCampaign', campaign],
  ['campaigns.cancelCampaign', campaign],
  ['campaigns.restartCampaign', campaign],
  ['campaigns.pauseCampaign', campaign],
  ['campaigns.resumeCampaign', campaign],
  ['campaigns.resendAllFailed', campaign],
  ['campaigns.duplicateCampaign', campaign],
  ['campaigns.testCampaign', campaign],
  ['campaigns.uploadCampaignMedia', campaign],
  ['campaigns.deleteCampaignMedia', campaign],
  ['campaigns.exportCampaign', campaign],
  ['ticket-queues.createTicketQueue', ticketQueue],
  ['ticket-queues.updateTicketQueue', ticketQueue],
  ['tags.createTag', tag],
  ['tags.updateTag', tag],
  ['quick-replies.createQuickReply', quickReply],
  ['quick-replies.updateQuickReply', quickReply],
  ['schedules.createSchedule', schedule],
  ['schedules.updateSchedule', schedule],
])

const settings =
  (tab: SettingsTab) =>
  (id: string): Place => ({ to: '/settings', search: { tab, dialog: 'edit', id } })

/** The same for records that only operators open. */
const OPERATORS_PAGES = new Map<string, (id: string) => Place>([
  ['companies.createCompany', settings('companies')],
  ['companies.updateCompany', settings('companies')],
  ['companies.archiveCompany', settings('companies')],
  ['companies.setCompanyStatus', settings('companies')],
  ['companies.activated', settings('companies')],
  ['companies.deactivated', settings('companies')],
  ['companies.archived', settings('companies')],
  ['companies.restored', settings('companies')],
  ['companies.advanceDueDate', settings('companies')],
  ['companies.resetCompanyPassword', settings('companies')],
  ['companies.saveCompanySchedules', settings('companies')],
  ['plans.createPlan', settings('plans')],
  ['plans.updatePlan', settings('plans')],
  ['instances.createInstance', settings('instances')],
  ['instances.updateInstance', settings('instances')],
  ['helps.createHelp', settings('helps')],
  ['helps.updateHelp', settings('helps')],
])

/**
 * The page of the record that an action was about: of a campaign its report, of a list its contacts, of a user the form.
 * @param action the call's domain and name, `campaigns.startCampaign`
 * @returns undefined for a deleted record, for records without a page of their own, and for people who came for support:
 * they are users of another company
 */
export function pageOf(action: string, target: string | null, isOperator: boolean): Place | undefined {
  if (!target) return undefined
  return (PAGES.get(action) ?? (isOperator ? OPERATORS_PAGES.get(action) : undefined))?.(target)
}

const ABOUT_TICKETS = ['tickets.openTicket', 'tickets.changeTicket', 'tickets.changeGroup']

/** Whether an entry names a ticket that stays. The ticket's page has another id, which is looked up when the user goes there. */
export const isAboutTicket = (action: string): boolean => ABOUT_TICKETS.includes(action)
