import type { Company } from '@recado/shared/companies/company'
import { saveCompany } from '@recado/shared/companies/register/register-store'
import { getCompany } from '@recado/shared/companies/store'
import { OperationError } from '../command.ts'
import type { Side } from './side.ts'

/**
 * Changes a company as an operator does, with its row in the register. @param decide returns undefined to leave it
 * @throws OperationError when the register refuses it
 */
export async function changeCompany(
  { deployment, table }: Side,
  decide: (read: Company) => Company | undefined,
): Promise<void> {
  for (;;) {
    const read = await getCompany(table)
    if (!read) throw new OperationError(`There is no company ${table.companyId} in ${deployment.where}.`)
    const next = decide(read)
    if (!next) return
    const inTheWay = await saveCompany(deployment, read, next)
    if (!inTheWay) return
    if (inTheWay !== 'changed')
      throw new OperationError(`${deployment.where} does not accept the change of the company: ${inTheWay}.`)
  }
}
