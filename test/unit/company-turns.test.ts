import { inCompanyTurns } from '@recado/shared/tickets/system/company-turns'
import { expect, test } from 'vitest'

const of = (companyId: string, ...names: string[]) => names.map((name) => ({ companyId, name }))
const always = () => true

test('companies take turns, and each keeps the order of its works', async () => {
  const done: string[] = []
  const works = [...of('A', 'a1', 'a2', 'a3'), ...of('B', 'b1'), ...of('C', 'c1', 'c2')]
  const left = await inCompanyTurns(works, {
    atOnce: 1,
    goesOn: always,
    work: async ({ name }) => void done.push(name),
  })
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  expect(left).toBe(0)
})

test('several companies are worked for at once, each with one work at a time', async () => {
  const running: string[] = []
  let most = 0
  const works = ['A', 'B', 'C', 'D', 'E'].flatMap((companyId) => of(companyId, '1', '2', '3'))
  await inCompanyTurns(works, {
    atOnce: 3,
    goesOn: always,
    work: async ({ companyId }) => {
      expect(running).not.toContain(companyId)
      running.push(companyId)
      most = Math.max(most, running.length)
      await new Promise((resolve) => setImmediate(resolve))
      running.splice(running.indexOf(companyId), 1)
    },
  })
  expect(most).toBe(3)
})

test('works without time are counted', async () => {
  const done: string[] = []
  const left = await inCompanyTurns([...of('A', 'a1', 'a2'), ...of('B', 'b1', 'b2')], {
    atOnce: 2,
    goesOn: () => done.length < 3,
    work: async ({ name }) => void done.push(name),
  })
  expect(done).toEqual(['a1', 'b1', 'a2'])
  expect(left).toBe(1)
})
