import { everyCompany } from '@recado/shared/companies/register/every-company'
import { ENTITIES, LISTS } from '@recado/shared/migrations/entities'
import {
  type MigrationReport,
  migrate as migrateEntity,
  migrateLists,
  migrateQueues,
  migrateWords,
} from '@recado/shared/migrations/migrate'
import { isCompanyId } from '@recado/shared/table/tenant'
import { type DeploymentCommand, EXIT, OperationError, UsageError } from '../command.ts'

export const migrate: DeploymentCommand = {
  takes: '',
  args: [0, 0],
  summary: 'Upgrades rows of an earlier version, and writes missing rows of lists and words of messages',
  details:
    'Without --apply it only counts. It runs beside the system. An interrupted run resumes at its company. New lists\n' +
    'are empty until their rows are written, so apply it before the deployment as well. It also writes the words by which\n' +
    'messages are found: an hour or more for a million messages (assumed). The platform’s own company is not\n' +
    'in the register: it is found by its connections, or named with --company.',
  options: { apply: { type: 'boolean' }, company: { type: 'string' } },
  optionHelp: {
    '--apply': 'writes the rows; run it after the deployment of the new version',
    '--company <id>': 'a company that is not in the register',
  },
  async run({ flags, values, deployment, print, confirm }) {
    const more = values.get('company')
    if (more !== undefined && !isCompanyId(more)) throw new UsageError(`${more} is no company’s id.`)
    const { table, shards, now, where } = deployment
    const companyIds = await everyCompany(table, shards)
    if (more !== undefined) companyIds.add(more)
    const isApplied = flags.has('apply')
    if (isApplied && !(await confirm(`Write to the rows of ${companyIds.size} companies of ${where}?`)))
      return EXIT.failed
    const reports: MigrationReport[] = []
    for (const entity of ENTITIES)
      reports.push(await migrateEntity(table, entity, [...companyIds], { isApplied, now }))
    reports.push(await migrateQueues(table, [...companyIds], { isApplied, now }))
    for (const lists of LISTS)
      reports.push(await migrateLists(table, lists, [...companyIds], { isApplied, now }))
    reports.push(await migrateWords(table, [...companyIds], { isApplied, now }))
    const columns = ['entity', 'version', 'companies', 'rows', 'old', 'upgraded', 'left'] as const
    print.records(reports, columns, 'No entity has a migration.')
    if (reports.some(({ left }) => left > 0))
      throw new OperationError('Some rows changed at every attempt to write them. Run it again.')
    return EXIT.done
  },
}
