import { companyRoutes } from '@recado/shared/companies/register/routes'
import { serve } from '../serve/serve.ts'
import * as companies from './companies.ts'
import * as deletion from './deletion.ts'
import * as listing from './listing.ts'

export const handler = serve('companies', companyRoutes, {
  listCompanies: (filter) => listing.list(filter),
  companyNames: (filter) => listing.names(filter),
  companyDashboard: () => listing.dashboard(),
  createCompany: (input, actor) => companies.create(actor, input),
  getCompany: ({ companyId }, actor) => companies.get(actor, companyId),
  updateCompany: ({ companyId, ...input }) => companies.update(companyId, input),
  deleteCompany: ({ companyId }, actor) => deletion.begin(actor, companyId),
  getCompanyDeletion: ({ companyId }) => deletion.progress(companyId),
  archiveCompany: ({ companyId, archived }) => companies.archive(companyId, archived),
  setCompanyStatus: ({ companyId, status }) => companies.setStatus(companyId, status),
  advanceDueDate: ({ companyId, dueDate }) => companies.advanceDueDate(companyId, dueDate),
  resetCompanyPassword: ({ companyId }, actor) => companies.resetPassword(actor, companyId),
  saveCompanySchedules: ({ companyId, schedules }, actor) =>
    companies.saveSchedules(actor, companyId, schedules),
})
