import { everyCompany } from '@recado/shared/companies/every-company'
import { ENTITIES } from '@recado/shared/migrations/entities'
import { type MigrationReport, migrate as migrateEntity } from '@recado/shared/migrations/migrate'
import { isCompanyId } from '@recado/shared/table/tenant'
import { type Command, EXIT, OperationError, UsageError } from '../command.ts'

export const migrate: Command = {
  takes: '',
  args: [0, 0],
  summary: 'Brings rows that an earlier version stored up to the shape of today',
  details:
    'Without --apply it only counts. It runs beside the system, may be broken off at any moment, and goes on with the\n' +
    'company it was at; what is up to date already is left alone. The platform’s own company stands in no register: it is\n' +
    'found by its connections, or named by --company.',
  options: { apply: { type: 'boolean' }, company: { type: 'string' } },
  optionHelp: {
    '--apply': 'writes; after the deployment of the version that knows the new shape',
    '--company <id>': 'one company more than those of the register',
  },
  async run({ flags, values, deployment, print, confirm }) {
    const more = values.get('company')
    if (more !== undefined && !isCompanyId(more)) throw new UsageError(`${more} is no company’s id.`)
    const { table, now, where } = deployment
    const companyIds = await everyCompany(table)
    if (more !== undefined) companyIds.add(more)
    const isApplied = flags.has('apply')
    if (isApplied && !(await confirm(`Write to the rows of ${companyIds.size} companies of ${where}?`)))
      return EXIT.failed
    const reports: MigrationReport[] = []
    for (const entity of ENTITIES)
      reports.push(await migrateEntity(table, entity, [...companyIds], { isApplied, now }))
    const columns = ['entity', 'version', 'companies', 'rows', 'old', 'upgraded', 'left'] as const
    print.records(reports, columns, 'Nothing has ever changed its shape.')
    if (reports.some(({ left }) => left > 0))
      throw new OperationError('Some rows changed while they were to be written: run it once more.')
    return EXIT.done
  },
}
