import { everyCompany } from '@recado/shared/companies/register/every-company'
import { leasedShards } from '@recado/shared/connections/holding'
import { TenantTable } from '@recado/shared/table/tenant'
import { type Settled, settleRestored as settle } from '@recado/shared/verification/restored'
import { type Call, type DeploymentCommand, EXIT, OperationError, UsageError } from '../command.ts'
import { tableNamed } from '../deployment.ts'
import { enginePortsOf } from '../moving/ports.ts'

export const settleRestored: DeploymentCommand = {
  takes: '',
  args: [0, 0],
  summary: 'After a restore of the table: keeps campaigns and schedules from sending a second time',
  details:
    'In a restored table, messages that were sent since the moment of the restore are unsent again. Their outcome becomes\n' +
    'unknown: nothing sends them again by itself. The earlier table shows which ones are certainly unsent. Without it, the\n' +
    'outcome of all recipients of unfinished campaigns is unknown. Campaigns that have changed since are cancelled. Run it\n' +
    'between `ops pause` and `ops resume`. It may be interrupted and run again.',
  options: { earlier: { type: 'string' } },
  optionHelp: { '--earlier <table>': 'the table that the deployment had before, unless it is lost' },
  async run(call) {
    const { deployment, print, confirm } = call
    const { table, shards, where, now } = deployment
    const name = earlierName(call)
    const earlier = name === undefined ? undefined : tableNamed(name)
    const held = await leasedShards(table, now())
    if (held.length > 0)
      throw new OperationError(`Tasks hold the shards ${held.join(' ')}: run \`ops pause\` first.`)
    const companyIds = await everyCompany(table, shards)
    if (!(await confirm(`Settle what ${companyIds.size} companies of ${where} may have sent since?`)))
      return EXIT.failed
    const settled: Settled[] = []
    const ports = enginePortsOf(deployment)
    for (const companyId of companyIds) {
      const before = earlier && new TenantTable(earlier, companyId)
      for await (const one of settle(ports, new TenantTable(table, companyId), before)) settled.push(one)
    }
    const columns = ['companyId', 'kind', 'id', 'state', 'unknown', 'outcome'] as const
    print.records(settled, columns, 'Nothing was to be sent.')
    return EXIT.done
  },
}

function earlierName({ values, deployment, isLocal }: Call): string | undefined {
  const name = values.get('earlier')
  if (name === undefined) return undefined
  if (isLocal) throw new UsageError('A local system has one table: leave out --earlier.')
  // Compared with itself, everything would look unsent.
  if (name === deployment.tableName)
    throw new UsageError(`${name} is the restored table. --earlier names the one before it.`)
  return name
}
