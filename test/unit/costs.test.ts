import { FIGURES } from '@recado/shared/metrics/figures'
import { queues } from '@recado/shared/queues/queues'
import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import { expect, test } from 'vitest'
import { costTable, MONTH, sums } from '../bench/costs/cost-table.ts'
import { documents, lastMeasured } from '../bench/costs/costs.ts'
import { deployed } from '../support/deployed.ts'

const { whole } = deployed()

test('the documents name the costs of the measured figures', () => {
  for (const { path, now, wanted } of documents(lastMeasured())) expect(now, path).toBe(wanted)
})

test('a unit more for each message costs what ten million units cost', () => {
  const measured = lastMeasured()
  const known = { ...measured.known, tableWrites: measured.known.tableWrites + 1 }
  const stranger = { ...measured.stranger, tableWrites: measured.stranger.tableWrites + 1 }
  const [before = 0, after = 0] = [measured, { ...measured, known, stranger }].map(
    (one) => sums(one)['us-east-1'],
  )
  expect(after - before).toBeCloseTo(6.25, -1)
})

test('the table has a line for each part, and their sum', () => {
  const measured = lastMeasured()
  const dollars = costTable(measured)
    .split('\n')
    .slice(2, -1)
    .map((line) => Number(line.split('|').at(-3)))
  expect(dollars.every((one) => one >= 0)).toBe(true)
  expect(
    Math.abs(dollars.reduce((sum, one) => sum + one, 0) - (sums(measured)['us-east-1'] ?? 0)),
  ).toBeLessThan(dollars.length)
})

const isRead = (metric: object): boolean => 'MetricStat' in metric
test('the costs count what the template has', () => {
  const resources = (type: string) => Object.values(whole.findResources(type))
  const alarms = resources('AWS::CloudWatch::Alarm')
  const metrics = alarms.map(({ Properties: { Metrics = [] } }) => Math.max(1, Metrics.filter(isRead).length))
  expect(MONTH).toMatchObject({
    alarms: alarms.length,
    alarmMetrics: metrics.reduce((sum, one) => sum + one, 0),
    ownMetrics: Object.keys(FIGURES).length,
    secrets: resources('AWS::SecretsManager::Secret').length,
    keys: resources('AWS::KMS::Key').length,
    queues: Object.keys(queues).length,
    shards: DEFAULT_SHARDS,
  })
})
