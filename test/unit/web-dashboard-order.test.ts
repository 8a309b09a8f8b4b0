import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { homeQuery } from '../../web/src/dashboard/queries.ts'
import { Beginning } from '../../web/src/home/Beginning.tsx'
import { markupOf } from '../support/web-markup.ts'

vi.mock('../../web/src/api/call.ts', () => ({ call: () => new Promise(() => undefined) }))
vi.mock('../../web/src/api/session.ts', () => ({ cshow: () => true }))
vi.mock('../../web/src/session/use-session.ts', () => ({ useUser: () => ({ support: null }) }))
vi.mock('../../web/src/home/use-dismissed.ts', () => ({ useDismissed: () => [true, () => undefined] }))
vi.mock('../../web/src/home/RunningCampaigns.tsx', () => ({ RunningCampaigns: () => '1 ' }))
vi.mock('../../web/src/home/ConnectionChips.tsx', () => ({ ConnectionChips: () => '2 ' }))
vi.mock('../../web/src/home/Needs.tsx', () => ({ Needs: () => '3' }))

test('the dashboard shows what runs, then how the connections are, then what needs the user', () => {
  const client = new QueryClient()
  client.setQueryData(homeQuery.queryKey, { steps: { connection: true }, plan: {} } as never)
  expect(markupOf(createElement(Beginning), client)).toMatch(/>1 2 3</)
})
