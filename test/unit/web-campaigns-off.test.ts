import type { Dashboard } from '@recado/shared/dashboard/dashboard'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cshow } from '../../web/src/api/session.ts'
import { CampaignsOff, WaitsForOperator } from '../../web/src/dashboard/CampaignsOff.tsx'
import { Route } from '../../web/src/routes/_app/_cshow.tsx'
import { elementsIn, mounted } from '../support/mounted.ts'
import { speakPortuguese } from '../support/portuguese.ts'

vi.mock('../../web/src/api/session.ts', () => ({ cshow: vi.fn() }))

const DASHBOARD_TAB = { to: '/', search: { tab: 'campaigns' } }

const campaignsAre = (isOn: boolean) => vi.mocked(cshow).mockReturnValue(isOn)

type Latest = Dashboard['campaigns'][number]
const aCampaign = (status: Latest['status']): Latest => ({
  id: status,
  type: 'PRIVATE',
  name: 'Avisos',
  status,
  pausedAt: null,
  totalDelivered: 0,
  scheduledAt: null,
  completedAt: null,
})

beforeAll(speakPortuguese)
beforeEach(() => campaignsAre(false))

/** The words that a part of the dashboard shows. */
async function wordsOf(part: () => ReactNode): Promise<string> {
  let tree: ReactNode
  const { unmount } = await mounted(() => {
    tree = part()
    return null
  }, {})
  await unmount()
  return elementsIn<{ title?: string; children?: ReactNode }>(tree)
    .flatMap(({ props: { title, children } }) => [title, children])
    .filter((words) => typeof words === 'string')
    .join('. ')
}

test('the dashboard says that campaigns are switched off, and that the operator switches them on', async () => {
  const words = await wordsOf(() => CampaignsOff({ latest: [aCampaign('FINALIZADA')] }))
  expect(words).toContain('As campanhas desta empresa estão desligadas')
  expect(words).toContain('fale com o operador')
  expect(words).not.toContain('esperam')
  const latest = [aCampaign('FINALIZADA'), aCampaign('PROGRAMADA')]
  expect(await wordsOf(() => CampaignsOff({ latest }))).toContain('esperam')
  campaignsAre(true)
  expect(await wordsOf(() => CampaignsOff({ latest }))).toBe('')
})

test('the pages of campaigns lead to the tab that says so while campaigns are switched off', () => {
  const open = () => Route.options.beforeLoad?.({} as never)
  expect(open).toThrow(expect.objectContaining({ options: expect.objectContaining(DASHBOARD_TAB) }))
  campaignsAre(true)
  expect(open).not.toThrow()
})

test('only running and scheduled campaigns wait while campaigns are switched off', async () => {
  const waits = (status: Latest['status'], pausedAt: string | null = null) =>
    wordsOf(() => WaitsForOperator({ campaign: { status, pausedAt } }))
  expect(await waits('EM_ANDAMENTO')).toBe('Espera: campanhas desligadas')
  expect(await waits('PROGRAMADA')).toBe('Espera: campanhas desligadas')
  expect(await waits('EM_ANDAMENTO', '2026-11-21T12:00:00.000Z')).toBe('')
  expect(await waits('INATIVA')).toBe('')
  expect(await waits('FINALIZADA')).toBe('')
  campaignsAre(true)
  expect(await waits('EM_ANDAMENTO')).toBe('')
})
