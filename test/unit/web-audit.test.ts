import { api } from '@recado/shared/api/routes'
import { SWITCHES } from '@recado/shared/audit/switches'
import { isRecorded, pathParamsOf, type Route } from '@recado/shared/http/contract'
import { expect, test, vi } from 'vitest'
import { optionText } from '../../web/src/audit/option-text.ts'
import { isAboutTicket, pageOf } from '../../web/src/audit/page-of.ts'
import { TicketAnchor } from '../../web/src/audit/TicketAnchor.tsx'
import { mounted } from '../support/mounted.ts'

const { call, navigate } = vi.hoisted(() => ({ call: vi.fn(), navigate: vi.fn() }))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/ui/use-navigate-from-here.ts', () => ({ useNavigateFromHere: () => navigate }))

test('an entry about an option names it as the options page does', () => {
  expect(optionText('reopenMinutes')).toBe('options.desk.reopenMinutes')
  expect(optionText('userRating')).toBe('options.userRating')
  expect(optionText('formerOption')).toBeUndefined()
})

/** The audited calls whose entry has an id: `tags.updateTag`. */
const WITH_ID = Object.entries(api).flatMap(([domain, routes]) =>
  Object.entries<Route>(routes)
    .filter(([, route]) => isRecorded(route) && pathParamsOf(route.path).length > 0)
    .map(([name]) => `${domain}.${name}`),
)

test('an entry links to its record, unless that was deleted or is a user of another company', () => {
  expect(pageOf('users.updateUser', 'U', false)).toEqual({
    to: '/users',
    search: { dialog: 'edit', id: 'U' },
  })
  expect(pageOf('campaigns.startCampaign', 'C', false)).toMatchObject({ params: { campaignId: 'C' } })
  expect(pageOf('contacts.updateContact', 'K', false)).toMatchObject({ params: { contactId: 'K' } })
  for (const action of ['users.deleteUser', 'users.supportGranted', 'campaigns.deleteCampaign'])
    expect(pageOf(action, 'U', true)).toBeUndefined()
  // An entry from before creations got an id.
  expect(pageOf('users.createUser', null, true)).toBeUndefined()
})

test('entries with the id of a record link to it, except where no page shows the record', () => {
  const isLinked = (action: string) => pageOf(action, 'X', true) !== undefined || isAboutTicket(action)
  const unlinked = WITH_ID.filter((action) => !isLinked(action) && !/\.(delete|cancel|leave)/.test(action))
  expect(unlinked).toEqual([
    // The id is an item's, an import's, a group's or a merge's.
    'contact-lists.updateContactListItem',
    'contact-lists.refusedRows',
    'contact-blocks.refusedContactBlockRows',
    'contacts.undoContactMerge',
    'contacts.refusedContactsRows',
    'extractors.exportGroup',
    'data-subjects.liftErasure',
    // Only its members see a room.
    'chats.updateChat',
    'settings.saveSetting',
    'announcements.updateAnnouncement',
    'announcements.uploadAnnouncementMedia',
  ])
  expect(WITH_ID.filter((action) => isLinked(action) && /\.delete/.test(action))).toEqual([
    'campaigns.deleteCampaignMedia',
  ])
})

/** The audited calls whose entry gets the id of the record that they create. */
const CREATIONS = Object.entries(api).flatMap(([domain, routes]) =>
  Object.entries<Route>(routes)
    .filter(([, route]) => isRecorded(route) && route.access !== 'public')
    .filter(([, route]) => route.status === 201 && pathParamsOf(route.path).length === 0)
    .map(([name]) => `${domain}.${name}`),
)

test('entries of creations link to the record, except where no page shows it', () => {
  const unlinked = CREATIONS.filter((action) => !pageOf(action, 'X', true) && !isAboutTicket(action))
  expect(unlinked).toEqual([
    'users.createInvitation',
    'contact-lists.createContactListItem',
    'contact-blocks.createContactBlock',
    'uploads.createUpload',
    'chats.createChat',
    'announcements.createAnnouncement',
  ])
})

test('only operators get links to records of the platform', () => {
  const page = { to: '/settings', search: { tab: 'companies', dialog: 'edit', id: 'C' } }
  expect(pageOf('companies.updateCompany', 'C', true)).toEqual(page)
  for (const { on, off } of Object.values(SWITCHES))
    for (const action of [on, off]) expect(pageOf(action, 'C', true)).toEqual(page)
  expect(pageOf('companies.updateCompany', 'C', false)).toBeUndefined()
})

test('an entry about a ticket opens the ticket, whose page has another id', async () => {
  call.mockResolvedValue({ uuid: 'u1' })
  const shown = await mounted(
    () => ({ anchor: TicketAnchor({ ticketId: 'T1', text: '20261123-00001' }) }),
    {},
  )
  await shown.after(() => shown.answer()?.anchor.props.onClick())
  expect(call.mock.calls[0]?.[1]).toEqual({ ticketId: 'T1' })
  expect(navigate).toHaveBeenCalledWith({ to: '/tickets/$uuid', params: { uuid: 'u1' }, search: {} })
  await shown.unmount()
})
