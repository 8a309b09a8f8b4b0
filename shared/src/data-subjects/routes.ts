import * as z from 'zod'
import { needs } from '../access.ts'
import { defineRoutes, exportBegun, nothing } from '../http/contract.ts'
import { pageEnd, pageQuery } from '../http/paging.ts'
import { erasure } from './erasure.ts'

/** A person by their number, as people type it: digits, with blanks and punctuation. Or by their LID alone. */
const subject = z
  .strictObject({
    number: z.string().trim().min(8).max(50).optional(),
    lid: z
      .string()
      .regex(/^\d{5,20}$/)
      .optional(),
  })
  .refine(({ number, lid }) => (number === undefined) !== (lid === undefined), { path: ['number'] })
export type NamedSubject = z.infer<typeof subject>

const ADMIN = needs('drawer-admin-items:view')

/** The rights of the people a company has data of (Lei 13.709/2018, art. 18). */
export const dataSubjectRoutes = defineRoutes({
  exportDataSubject: {
    method: 'POST',
    path: '/data-subjects/export',
    access: ADMIN,
    body: subject,
    response: exportBegun,
    status: 202,
    idempotent: true,
    errors: ['ERR_WAPP_INVALID_CONTACT'],
    rate: 'exports',
    summary: 'Everything the company has of one person, as a package of a spreadsheet and files',
  },
  eraseDataSubject: {
    method: 'POST',
    path: '/data-subjects/erasures',
    access: ADMIN,
    body: subject,
    response: erasure,
    status: 202,
    idempotent: true,
    errors: ['ERR_WAPP_INVALID_CONTACT'],
    summary: 'Erase everything the company has of one person, who is not written to any more',
  },
  listErasures: {
    method: 'GET',
    path: '/data-subjects/erasures',
    access: ADMIN,
    query: pageQuery.omit({ searchParam: true }),
    response: z.object({ erasures: z.array(erasure), ...pageEnd }),
    summary: 'Erasures that were asked for, newest first',
  },
  liftErasure: {
    method: 'DELETE',
    path: '/data-subjects/erasures/{erasureId}/block',
    access: ADMIN,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_ERASURE_FOUND', 'ERR_ERASURE_RUNNING'],
    summary: 'Let somebody who was erased, and has agreed to it anew, be written to again',
  },
})
