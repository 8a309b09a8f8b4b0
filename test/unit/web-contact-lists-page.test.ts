import type { ReactNode } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { ContactListsPage } from '../../web/src/contact-lists/list/ContactListsPage.tsx'
import { aSessionUser } from '../support/actors.ts'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

vi.mock('../../web/src/api/call.ts', () => ({ call: async () => ({ records: [], hasMore: false }) }))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => USER, onChange: () => () => undefined },
}))
const USER = aSessionUser()

beforeAll(showKeys)

test.each(['PRIVATE', 'GROUP'] as const)(
  'the next page of %s lists is fetched 300 ms after their end came into sight',
  async (type) => {
    const props = { type, search: {}, onSearch: () => undefined }
    const page = await mounted((given: typeof props) => ({ shown: ContactListsPage(given) }), props)
    const delays = elementsIn<{ nextPageDelayMs?: number; children?: ReactNode }>(
      page.answer()?.shown,
    ).flatMap((element) => element.props.nextPageDelayMs ?? [])
    expect(delays).toEqual([300])
    await page.unmount()
  },
)
