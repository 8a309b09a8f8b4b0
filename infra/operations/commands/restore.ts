import { setTimeout as wait } from 'node:timers/promises'
import {
  ContinuousBackupsUnavailableException,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  TableAlreadyExistsException,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import * as z from 'zod'
import { type Call, type DeploymentCommand, EXIT, OperationError, UsageError } from '../command.ts'
import { consumersOf } from './pause.ts'

const LOOK_EVERY_MS = 5000
/** As infra/src/constructs/tables.ts declares it. */
const EXPIRES = 'expiresAt'

export const restore: DeploymentCommand = {
  takes: '<moment>',
  args: [1, 1],
  summary: 'Restores the companies’ table as of a moment into a new table',
  details:
    'The moment is a time of the last 35 days in ISO 8601, such as 2026-11-22T06:58:00Z. The deployment must be paused.\n' +
    'The new table gets point-in-time recovery, deletion protection and expiry, which a restored table has not. The\n' +
    'deployment uses it after its name is the setting `table` and `npm run deploy` has run. A second call with the same\n' +
    'moment continues the first one.',
  options: {},
  optionHelp: {},
  async run(call) {
    const { args, deployment, print, confirm } = call
    const moment = z.iso.datetime({ offset: true }).safeParse(args[0])
    if (!moment.data) throw new UsageError(`${args[0]} is no moment such as 2026-11-22T06:58:00Z.`)
    const running = await consumersOf(deployment).running()
    if (running.length > 0)
      throw new OperationError(`These still run: ${running.join(', ')}. Run \`ops pause\` first.`)
    const at = new Date(moment.data)
    const table = `${deployment.tableName}-${at.toISOString().replace(/\D/g, '')}`
    if (!(await confirm(`Restore ${deployment.tableName} as of ${at.toISOString()} into ${table}?`)))
      return EXIT.failed
    await restoreInto(call, table, at)
    print.records([{ table }], ['table'], '')
    print.note(`Set "table": "${table}" in the deployment's file, and deploy.`)
    return EXIT.done
  },
}

async function restoreInto({ deployment, print }: Call, table: string, at: Date): Promise<void> {
  const client = new DynamoDBClient({})
  try {
    await client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: deployment.tableName,
        TargetTableName: table,
        RestoreDateTime: at,
      }),
    )
  } catch (error) {
    if (!(error instanceof TableAlreadyExistsException)) throw error
  }
  print.note(`DynamoDB restores ${table}. This takes minutes to hours.`)
  await untilActive(client, table)
  await protect(client, table)
}

/**
 * A restored table has none of these settings: "Restoring a table to a point in time" in the developer guide of
 * DynamoDB. Deletion protection is off as for any new table.
 */
async function protect(client: DynamoDBClient, TableName: string): Promise<void> {
  await switchOnRecovery(client, TableName)
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }))
  await untilActive(client, TableName)
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
  // DynamoDB refuses to switch expiry on twice.
  if (TimeToLiveDescription?.AttributeName === EXPIRES) return
  const TimeToLiveSpecification = { AttributeName: EXPIRES, Enabled: true }
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
}

/**
 * Switches on point-in-time recovery. DynamoDB refuses it for a while after a table is active: "Backups are being enabled
 * for the table" (scalar-labs/scalardb#347).
 */
async function switchOnRecovery(client: DynamoDBClient, TableName: string): Promise<void> {
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
  for (;;) {
    try {
      await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }))
      return
    } catch (error) {
      if (!(error instanceof ContinuousBackupsUnavailableException)) throw error
      await wait(LOOK_EVERY_MS)
    }
  }
}

async function untilActive(client: DynamoDBClient, TableName: string): Promise<void> {
  for (;;) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }))
    if (Table?.TableStatus === 'ACTIVE') return
    await wait(LOOK_EVERY_MS)
  }
}
