import { handOn } from '@recado/functions/realtime/hand-on'
import { newId } from '@recado/shared/ids'
import type { StandardQueueName } from '@recado/shared/queues/queues'
import { type LiveEvent, toEverybody } from '@recado/shared/realtime/events'
import { listeningIndex } from '@recado/shared/table/indexes'
import { MemoryTable } from '@recado/shared/table/memory'
import { beforeEach, expect, test } from 'vitest'

const NOW = Date.parse('2026-08-01T12:00:00Z')
const SOON = NOW / 1000 + 60

let table: MemoryTable
let waiting: LiveEvent[]
beforeEach(() => {
  table = new MemoryTable()
  waiting = []
})

const queues = {
  send: async (_queue: StandardQueueName, event: unknown) => void waiting.push(event as LiveEvent),
} as Parameters<typeof handOn>[0]['queues']
const step = (event: LiveEvent, atOnce: number) => handOn({ table, queues, now: () => NOW }, event, atOnce)

/** Works the queue off. @returns the companies that got the event */
async function handedOn(atOnce: number): Promise<string[]> {
  const companies: string[] = []
  waiting.push(toEverybody('create', { id: '1' }))
  for (let event = waiting.shift(); event; event = waiting.shift()) {
    if (event.companyId === 'EVERYBODY') await step(event, atOnce)
    else companies.push(event.companyId)
  }
  return companies
}

test.each([1, 7, 200])(
  'an event for everybody reaches each listening company once, %i at a time',
  async (atOnce) => {
    const listening = Array.from({ length: 60 }, () => newId())
    for (const companyId of listening) await table.put(listeningIndex.put(companyId, SOON))
    const gone = newId()
    await table.put(listeningIndex.put(gone, NOW / 1000 - 1))
    expect((await handedOn(atOnce)).sort()).toEqual(listening.sort())
  },
)

test('a part handles no more companies than it may, and queues the rest', async () => {
  const of = (companyId: string) => listeningIndex.put(companyId, SOON)
  const first = of(newId())
  const sameQueue = [first]
  while (sameQueue.length < 5) {
    const row = of(newId())
    if (row.pk === first.pk) sameQueue.push(row)
  }
  for (const row of sameQueue) await table.put(row)
  const part = Number(first.pk.split('#').at(-1))
  await step({ ...toEverybody('create', {}), round: { part } }, 2)
  expect(waiting.map(({ companyId }) => companyId)).toEqual([
    ...sameQueue
      .map(({ companyId }) => companyId)
      .sort()
      .slice(0, 2),
    'EVERYBODY',
  ])
})
