import * as z from 'zod'
import { CAMPAIGN_USER } from '../access.ts'
import { groupFetch } from '../groups/group-fetch.ts'
import { defineRoutes, FILE, FILE_OR_EXPORT } from '../http/contract.ts'
import { fileQuery } from '../http/file-query.ts'
import { queryFlag } from '../http/query-flag.ts'
import { parsedJson } from '../json.ts'
import { extractedContacts, extractedGroup } from './extracted.ts'

const fetches = z.array(groupFetch)

/** Members of one group, as the response of `groupContacts` has them. */
const members = z
  .array(
    z.strictObject({
      name: z.string().max(200).default(''),
      number: z.string().max(50).default(''),
      admin: z.boolean().default(false),
    }),
  )
  .max(5000)

/** The group's name, for the file name. */
const name = z.string().max(100).optional()

const inJson = (text: string, context: z.RefinementCtx<string>): unknown => {
  const value = parsedJson(text)
  if (value !== undefined) return value
  context.addIssue('Not JSON')
  return z.NEVER
}

export const extractorRoutes = defineRoutes({
  groupContacts: {
    method: 'GET',
    path: '/contact-lists/group-contacts',
    access: CAMPAIGN_USER,
    /** `contacts: false` leaves out the members, which saves the reading of all groups in full. */
    query: z.strictObject({ contacts: queryFlag.optional() }),
    response: z.object({ groups: z.array(extractedGroup), fetches }),
    summary: 'The groups of all linked accounts as they were last read, and how far a new reading has come',
  },
  syncGroups: {
    method: 'POST',
    path: '/contact-lists/sync-groups',
    access: CAMPAIGN_USER,
    response: z.object({ fetches }),
    status: 202,
    idempotent: true,
    errors: ['ERR_NO_WAPP_FOUND'],
    summary: 'Read the groups of all linked accounts anew, each into a GROUP list',
  },
  exportGroupContacts: {
    method: 'POST',
    path: '/contact-lists/export-group-contacts',
    access: CAMPAIGN_USER,
    query: fileQuery,
    body: z.strictObject({ contacts: members, name }),
    response: FILE,
    readOnly: true,
    audited: true,
    summary: 'Members of a group as a spreadsheet',
  },
  exportGroupContactsByGet: {
    method: 'GET',
    path: '/contact-lists/export-group-contacts',
    access: CAMPAIGN_USER,
    query: fileQuery.extend({ contacts: z.string().transform(inJson).pipe(members), name }),
    response: FILE,
    audited: true,
    summary: 'The same, of few members: as JSON in the query',
  },
  exportGroup: {
    method: 'GET',
    path: '/contact-lists/export-group-contacts/{groupId}',
    access: CAMPAIGN_USER,
    query: fileQuery,
    response: FILE,
    errors: ['ERR_NO_GROUP_FOUND'],
    audited: true,
    summary: 'A group, or the group of a GROUP list, as a spreadsheet',
  },
  extractedContacts: {
    method: 'GET',
    path: '/contact-lists/extracted-contacts',
    access: CAMPAIGN_USER,
    response: z.object({ extractedContacts: z.array(extractedContacts) }),
    summary: 'How many people each linked account knows',
  },
  exportExtractedContacts: {
    method: 'POST',
    path: '/contact-lists/export-contacts/{whatsappId}',
    access: CAMPAIGN_USER,
    query: fileQuery,
    response: FILE_OR_EXPORT,
    errors: ['ERR_NO_WAPP_FOUND'],
    readOnly: true,
    audited: true,
    summary: 'The people an account knows, as a spreadsheet',
  },
})
