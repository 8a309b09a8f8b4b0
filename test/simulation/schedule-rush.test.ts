import { pageOfSchedules } from '@recado/shared/schedules/store'
import type { StoredSchedule } from '@recado/shared/schedules/stored-schedule'
import { TenantTable } from '@recado/shared/table/tenant'
import { expect, test, vi } from 'vitest'
import { Rush } from './rush/rush.ts'

vi.mock('@recado/functions/context', () => import('./desk/context.ts'))
vi.mock(import('@recado/shared/ids'), async (real) =>
  (await import('./desk/ids.ts')).countedIds(await real()),
)
vi.mock(import('@recado/shared/messages/message-id'), async (real) =>
  (await import('./desk/ids.ts')).countedMessageIds(await real()),
)
vi.mock(import('@recado/shared/tickets/live/watchers'), async (real) =>
  (await import('./desk/browsers.ts')).withoutBrowsers(await real()),
)

/** A hundred schedules each: `RUSH_CONNECTIONS=100` plays ten thousand. */
const CONNECTIONS = Number(process.env.RUSH_CONNECTIONS ?? 5)
const SEED = Number(process.env.SIMULATION_SEED ?? 20261125)
const NOON = Date.parse('2026-11-25T15:00:00.000Z')
const TEN_MINUTES = 10 * 60_000

async function schedulesOf({ rows, companies }: Rush): Promise<StoredSchedule[]> {
  const all: StoredSchedule[] = []
  for (const companyId of companies) {
    const page = await pageOfSchedules(new TenantTable(rows, companyId), {}, undefined, 100_000)
    all.push(...page.rows)
  }
  return all
}

test('a hundred schedules of each connection, due at once, leave within ten minutes, once each, and five seconds apart', {
  timeout: 600_000,
}, async () => {
  const rush = new Rush(CONNECTIONS, SEED, NOON)
  await rush.prepare()
  await rush.play(TEN_MINUTES)
  const schedules = await schedulesOf(rush)
  expect(schedules).toHaveLength(CONNECTIONS * 100)
  expect(schedules.filter(({ status }) => status !== 'ENVIADA')).toEqual([])
  const arrivals = [...rush.tasks.values()].flatMap((task) => task.arrivals)
  expect(new Set(arrivals.map(({ messageId }) => messageId)).size).toBe(schedules.length)
  expect(arrivals).toHaveLength(schedules.length)
  for (const connectionId of rush.tasks.keys()) {
    const moments = schedules
      .filter(({ whatsappId }) => whatsappId === connectionId)
      .map(({ message }) => Date.parse(message?.at ?? ''))
      .sort((one, other) => one - other)
    const gaps = moments.slice(1).map((moment, at) => moment - (moments[at] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5000)
  }
})
