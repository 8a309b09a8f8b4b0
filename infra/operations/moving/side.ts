import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import type { Deployment } from '../deployment.ts'

/** One deployment of a move, with the company's rows in it. */
export interface Side {
  deployment: Deployment
  table: TenantTable
  platform: TenantTable
}

/** Both deployments of a move. */
export interface Sides {
  companyId: string
  source: Side
  target: Side
}

export const sideOf = (deployment: Deployment, companyId: string): Side => ({
  deployment,
  table: new TenantTable(deployment.table, companyId),
  platform: platformTable(deployment.table),
})
