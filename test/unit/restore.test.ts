import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Call, EXIT, OperationError } from '../../infra/operations/command.ts'
import { restore } from '../../infra/operations/commands/restore.ts'
import { Printer } from '../../infra/operations/printer.ts'
import { AwsStandIn, failing, json } from '../support/aws-stand-in.ts'

vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }))

const MOMENT = '2026-11-22T06:58:00Z'
const RESTORED = 'recado-20261122065800000'

let aws: AwsStandIn
let asked: [action: string, request: Record<string, unknown>][]
let running: string[]

beforeAll(async () => {
  aws = await AwsStandIn.start()
  for (const [name, value] of Object.entries(aws.environment)) vi.stubEnv(name, value)
})
afterAll(() => aws.close())
beforeEach(() => {
  asked = []
  running = []
  aws.answers = {
    RestoreTableToPointInTime: noted('RestoreTableToPointInTime'),
    DescribeTable: json({ Table: { TableStatus: 'ACTIVE' } }),
    UpdateContinuousBackups: noted('UpdateContinuousBackups'),
    UpdateTable: noted('UpdateTable'),
    DescribeTimeToLive: json({ TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } }),
    UpdateTimeToLive: noted('UpdateTimeToLive'),
  }
})

const noted =
  (action: string): AwsStandIn['answers'][string] =>
  ({ body }) => {
    asked.push([action, JSON.parse(body)])
    return json({})()
  }

const run = () => {
  const consumers = { running: async () => running }
  const call = {
    args: [MOMENT],
    deployment: { tableName: 'recado', where: 'recado', consumers },
    print: new Printer(
      false,
      () => undefined,
      () => undefined,
    ),
    confirm: async () => true,
  }
  return restore.run(call as unknown as Call)
}

test('a restored table gets recovery, protection from deletion and expiry', async () => {
  expect(await run()).toBe(EXIT.done)
  expect(asked).toMatchObject([
    ['RestoreTableToPointInTime', { SourceTableName: 'recado', TargetTableName: RESTORED }],
    ['UpdateContinuousBackups', { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }],
    ['UpdateTable', { TableName: RESTORED, DeletionProtectionEnabled: true }],
    ['UpdateTimeToLive', { TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true } }],
  ])
})

test('a second call continues the first one', async () => {
  aws.answers = {
    ...aws.answers,
    RestoreTableToPointInTime: failing('TableAlreadyExistsException', `Table already exists: ${RESTORED}`),
    DescribeTimeToLive: json({ TimeToLiveDescription: { AttributeName: 'expiresAt' } }),
  }
  expect(await run()).toBe(EXIT.done)
  expect(asked.map(([action]) => action)).toEqual(['UpdateContinuousBackups', 'UpdateTable'])
})

test('recovery is switched on once DynamoDB accepts it for the new table', async () => {
  let refusals = 2
  aws.answers = {
    ...aws.answers,
    UpdateContinuousBackups: (request) =>
      refusals-- > 0
        ? failing('ContinuousBackupsUnavailableException', 'Backups are being enabled')(request)
        : noted('UpdateContinuousBackups')(request),
  }
  expect(await run()).toBe(EXIT.done)
  expect(asked.map(([action]) => action)).toContain('UpdateContinuousBackups')
})

test('a table is not restored while something still works', async () => {
  running = ['pace']
  await expect(run()).rejects.toThrow(OperationError)
  expect(asked).toEqual([])
})
