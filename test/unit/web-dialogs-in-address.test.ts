import { createElement } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AnnouncementsPage } from '../../web/src/announcements/AnnouncementsPage.tsx'
import { announcementsSearch } from '../../web/src/announcements/search.ts'
import { Recipients } from '../../web/src/campaigns/report/Recipients.tsx'
import { reportSearch } from '../../web/src/campaigns/report/report-search.ts'
import { ContactPage } from '../../web/src/contacts/one/ContactPage.tsx'
import { contactSearch } from '../../web/src/contacts/one/search.ts'
import { speakPortuguese } from '../support/portuguese.ts'
import { markupOf } from '../support/web-markup.ts'

const { opened, none, list, CONTACT } = vi.hoisted(() => {
  const nothing = () => null
  return {
    opened: vi.fn(),
    none: nothing,
    list: (records: object[]) => ({
      records,
      isPending: false,
      isFetching: false,
      error: null,
      refetch: nothing,
    }),
    CONTACT: { id: 'C1', name: 'Ana Lima', number: null, blocked: null },
  }
})

vi.mock('../../web/src/ui/use-navigate-from-here.ts', () => ({ useNavigateFromHere: () => none }))
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<object>()),
  useQuery: () => ({ data: CONTACT, error: null }),
}))
vi.mock('../../web/src/session/use-session.ts', () => ({ useMay: () => true }))
vi.mock('../../web/src/ui/DataTable.tsx', () => ({ DataTable: none }))
vi.mock('../../web/src/ui/PageHeader.tsx', () => ({ PageHeader: none }))
vi.mock('../../web/src/ui/SearchBox.tsx', () => ({ SearchBox: none }))
vi.mock('../../web/src/contacts/queries.ts', () => ({ contactQuery: none }))
vi.mock('../../web/src/contacts/BlockNotice.tsx', () => ({ BlockNotice: none }))
vi.mock('../../web/src/contacts/ContactFacts.tsx', () => ({ ContactFacts: none }))
vi.mock('../../web/src/contacts/form/ContactDialog.tsx', () => ({
  ContactDialog: ({ contact }: { contact: typeof CONTACT }) => opened('edit', contact.id),
}))
vi.mock('../../web/src/contacts/merging/MergeWithDialog.tsx', () => ({
  MergeWithDialog: ({ contact }: { contact: typeof CONTACT }) => opened('merge', contact.id),
}))
vi.mock('../../web/src/contacts/one/DeleteContactDialog.tsx', () => ({ DeleteContactDialog: none }))
vi.mock('../../web/src/contacts/one/EndedOptOuts.tsx', () => ({ EndedOptOuts: none }))
vi.mock('../../web/src/contacts/one/FormerTickets.tsx', () => ({ FormerTickets: none }))
vi.mock('../../web/src/contacts/one/MergedContacts.tsx', () => ({ MergedContacts: none }))
vi.mock('../../web/src/contacts/one/Notes.tsx', () => ({ Notes: none }))
vi.mock('../../web/src/schedules/of-contact/ContactSchedules.tsx', () => ({ ContactSchedules: none }))
vi.mock('../../web/src/tickets/opening/use-new-conversation.tsx', () => ({
  useNewConversation: () => ({ begin: none, dialog: null }),
}))
vi.mock('../../web/src/campaigns/report/queries.ts', () => ({
  useShippings: () => ({ ...list([{ id: 'R1' }, { id: 'R2' }]), firstPage: { count: 2 } }),
}))
vi.mock('../../web/src/campaigns/report/columns.tsx', () => ({ useShippingColumns: () => [] }))
vi.mock('../../web/src/campaigns/report/use-rows-of-ledger.ts', () => ({ useRowsOfLedger: none }))
vi.mock('../../web/src/campaigns/report/ShippingDialog.tsx', () => ({
  ShippingDialog: ({ shipping }: { shipping: { id: string } | undefined }) =>
    shipping ? opened('recipient', shipping.id) : null,
}))
vi.mock('../../web/src/announcements/queries.ts', () => ({ useAnnouncements: () => list([]) }))
vi.mock('../../web/src/announcements/columns.tsx', () => ({ useAnnouncementColumns: () => [] }))
vi.mock('../../web/src/announcements/AnnouncementDialog.tsx', () => ({ AnnouncementDialog: none }))
vi.mock('../../web/src/announcements/DeleteAnnouncement.tsx', () => ({ DeleteAnnouncement: none }))
vi.mock('../../web/src/announcements/EditAnnouncementDialog.tsx', () => ({
  EditAnnouncementDialog: ({ announcementId }: { announcementId: string }) => opened('edit', announcementId),
}))

beforeAll(speakPortuguese)
beforeEach(() => void opened.mockReset().mockReturnValue(null))

const onSearch = none

test.each(['edit', 'merge'] as const)('the address of a contact opens its dialog: %s', (dialog) => {
  const search = contactSearch.parse({ dialog })
  markupOf(createElement(ContactPage, { contactId: 'C1', search, onSearch }))
  expect(opened.mock.calls).toEqual([[dialog, 'C1']])
})

test('the address of a report opens the details of a recipient', () => {
  const campaign = { id: 'K1', status: 'FINALIZADA', startedAt: null, confirmation: false }
  const search = reportSearch.parse({ recipient: 'R2' })
  markupOf(createElement(Recipients, { campaign: campaign as never, search, onSearch }))
  expect(opened.mock.calls).toEqual([['recipient', 'R2']])
})

test('the address of the announcements opens the form of one', () => {
  const search = announcementsSearch.parse({ dialog: 'edit', id: 'A1' })
  markupOf(createElement(AnnouncementsPage, { search, onSearch }))
  expect(opened.mock.calls).toEqual([['edit', 'A1']])
})
