import * as z from 'zod'
import { ANY_USER, needs, OPERATOR } from '../../access.ts'
import { defineRoutes } from '../../http/contract.ts'
import { pageQuery } from '../../http/paging.ts'
import { queryFlag } from '../../http/query-flag.ts'
import { companySchedules } from '../company.ts'
import { dueFilter } from '../due-date.ts'
import {
  companyDashboard,
  companyDeletion,
  companyInput,
  companyName,
  companyRecord,
  oneCompany,
} from './company-record.ts'

const NOT_FOUND = 'ERR_NO_COMPANY_FOUND'

export const companyRoutes = defineRoutes({
  listCompanies: {
    method: 'GET',
    path: '/companies',
    access: OPERATOR,
    query: pageQuery.pick({ searchParam: true, pageNumber: true }).extend({
      dueFilter: dueFilter.optional(),
      archived: queryFlag.optional(),
      order: z.enum(['name', 'due']).optional(),
    }),
    response: z.array(companyRecord),
    summary: 'Companies by name or due date, 20 to a page; a page with fewer is the last one',
  },
  companyNames: {
    method: 'GET',
    path: '/companies/list',
    access: OPERATOR,
    query: z.strictObject({ status: queryFlag.optional() }),
    response: z.array(companyName),
    summary: 'All companies that are not archived, by name, to choose from',
  },
  companyDashboard: {
    method: 'GET',
    path: '/companyDashboard',
    access: OPERATOR,
    response: companyDashboard,
    summary: 'How many companies there are',
  },
  createCompany: {
    method: 'POST',
    path: '/companies',
    access: OPERATOR,
    body: companyInput,
    ofAccounts: true,
    response: companyRecord,
    status: 201,
    idempotent: true,
    errors: [
      'ERR_DUPLICATED_EMAIL',
      'ERR_NO_PLAN_FOUND',
      'ERR_NO_INSTANCE_FOUND',
      'ERR_WAPP_INVALID_CONTACT',
    ],
    rate: 'mails',
    summary: 'Create a company and its first admin, who is sent a link to choose a password',
  },
  getCompany: {
    method: 'GET',
    path: '/companies/{companyId}',
    namedBy: 'name',
    access: ANY_USER,
    response: oneCompany,
    summary: 'One company; those who are no operators see their own',
  },
  updateCompany: {
    method: 'PUT',
    path: '/companies/{companyId}',
    access: OPERATOR,
    body: companyInput,
    response: companyRecord,
    errors: [
      NOT_FOUND,
      'ERR_DUPLICATED_EMAIL',
      'ERR_PLAN_LIMIT',
      'ERR_NO_PLAN_FOUND',
      'ERR_NO_INSTANCE_FOUND',
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_COMPANY_ARCHIVED',
      'ERR_COMPANY_DELETING',
    ],
    summary:
      'Change a company; another due date, plan, status or instance signs its users out. An admin without a password signs in with the company’s new e-mail.',
  },
  deleteCompany: {
    method: 'DELETE',
    path: '/companies/{companyId}',
    access: OPERATOR,
    response: companyDeletion,
    status: 202,
    errors: [NOT_FOUND, 'ERR_COMPANY_NOT_ARCHIVED'],
    summary: 'Delete an archived company with everything it has, for good and in the background',
  },
  getCompanyDeletion: {
    method: 'GET',
    path: '/companies/{companyId}/deletion',
    access: OPERATOR,
    response: companyDeletion,
    errors: [NOT_FOUND],
    summary: 'How far a deletion has come; 404 once it has come to its end',
  },
  archiveCompany: {
    method: 'PATCH',
    path: '/companies/archived/{companyId}',
    access: OPERATOR,
    body: z.strictObject({ archived: z.boolean() }),
    response: companyRecord,
    errors: [NOT_FOUND, 'ERR_COMPANY_DELETING'],
    summary: 'Archive a company, which switches it off, or bring it back, switched off as it is',
  },
  setCompanyStatus: {
    method: 'PATCH',
    path: '/companies/{companyId}/status',
    access: OPERATOR,
    body: z.strictObject({ status: z.boolean() }),
    response: companyRecord,
    errors: [NOT_FOUND, 'ERR_COMPANY_ARCHIVED', 'ERR_COMPANY_DELETING'],
    summary: 'Switch a company on or off; while it is off, it sends nothing and its users cannot sign in',
  },
  advanceDueDate: {
    method: 'PATCH',
    path: '/companies/{companyId}/due-date',
    access: OPERATOR,
    /** The due date to count from: a request repeated by mistake counts once. */
    body: z.strictObject({ dueDate: z.iso.date().nullable().optional() }),
    response: companyRecord,
    errors: [NOT_FOUND, 'ERR_DUE_DATE_CHANGED', 'ERR_COMPANY_DELETING'],
    summary: 'Plus due date: 1, 2, 3, 6 or 12 months later, as the company pays',
  },
  resetCompanyPassword: {
    method: 'PATCH',
    path: '/companies/{companyId}/reset-password',
    access: OPERATOR,
    ofAccounts: true,
    response: z.object({ email: z.string() }),
    status: 202,
    errors: [NOT_FOUND, 'ERR_NO_USER_FOUND'],
    rate: 'mails',
    summary: 'Send the company’s admin a link to choose a password; the answer names the recipient',
  },
  saveCompanySchedules: {
    method: 'PUT',
    path: '/companies/{companyId}/schedules',
    access: needs('drawer-admin-items:view'),
    body: z.strictObject({ schedules: companySchedules.nullable() }),
    response: companyRecord,
    summary: 'Say when the company is open',
  },
})
