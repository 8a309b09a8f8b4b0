import type { Company } from '@recado/shared/companies/company'
import { saveCompany } from '@recado/shared/companies/register/register-store'
import { getCompany } from '@recado/shared/companies/store'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { OperationError } from '../command.ts'
import type { Side } from './side.ts'

/**
 * Changes a company as an operator does, with its row in the register. @param decide returns undefined to leave it
 * @throws OperationError when the register refuses it
 */
export function changeCompany(
  { deployment, table }: Side,
  decide: (read: Company) => Company | undefined,
): Promise<undefined> {
  return retrying(
    table,
    () => getCompany(table),
    async (read) => {
      if (!read) throw new OperationError(`There is no company ${table.companyId} in ${deployment.where}.`)
      const next = decide(read)
      const inTheWay = next && (await saveCompany(deployment, read, next))
      if (inTheWay === 'changed') return AGAIN
      if (inTheWay)
        throw new OperationError(
          `${deployment.where} does not accept the change of the company: ${inTheWay}.`,
        )
      return undefined
    },
  )
}
