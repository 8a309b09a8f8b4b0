import { QueryClient } from '@tanstack/react-query'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DeleteContactList } from '../../web/src/contact-lists/list/DeleteContactList.tsx'
import { mounted, showKeys } from '../support/mounted.ts'

const { call, asked } = vi.hoisted(() => ({ call: vi.fn(), asked: vi.fn() }))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/ui/ConfirmDialog.tsx', () => ({
  ConfirmDialog: ({ isDisabled }: { isDisabled: boolean }) => {
    asked({ isDisabled })
    return null
  },
}))

const LIST = {
  id: 'L1',
  name: 'Feira',
  type: 'PRIVATE' as const,
  companyId: 'C1',
  consent: null,
  contactsCount: 3,
  valids: 3,
  invalids: 0,
  unknowns: 0,
  isDuplicated: false,
  createdAt: '2026-01-02T12:00:00.000Z',
  updateAt: '2026-01-02T12:00:00.000Z',
  importId: null,
  checking: null,
  group: null,
}

beforeAll(showKeys)
beforeEach(() => {
  asked.mockReset()
})

/** The question about the deletion of the list, while these campaigns are unfinished. */
async function askedWith(campaigns: { name: string; contactListId: string | string[] }[]) {
  call.mockResolvedValue(campaigns)
  const client = new QueryClient()
  const { unmount } = await mounted(
    DeleteContactList,
    { contactList: LIST, onClose: () => undefined },
    client,
  )
  await unmount()
  return asked.mock.lastCall?.[0]
}

test('a list that an unfinished campaign uses cannot be deleted', async () => {
  expect(await askedWith([{ name: 'Natal', contactListId: 'L1' }])).toEqual({ isDisabled: true })
  expect(await askedWith([{ name: 'Natal', contactListId: ['L0', 'L1'] }])).toEqual({ isDisabled: true })
})

test('a list can be deleted while campaigns use only other lists', async () => {
  expect(await askedWith([{ name: 'Natal', contactListId: 'L2' }])).toEqual({ isDisabled: false })
})
