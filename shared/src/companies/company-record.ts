import * as z from 'zod'
import { connectionStatus } from '../connections/connection.ts'
import { id } from '../ids.ts'
import { instance } from '../instances/instance.ts'
import { name } from '../name.ts'
import { plan } from '../plans/plan.ts'
import { email } from '../users/user.ts'
import {
  blockType,
  companyElsewhere,
  companySchedules,
  companySetting,
  paymentMethod,
  recurrence,
  useType,
} from './company.ts'
import { documentOf, isDocument } from './document.ts'

/** What is not filled in may come as an empty text, and is null (part 2 §5). */
const orEmpty = <T extends z.ZodType>(schema: T) =>
  z
    .union([z.literal(''), schema])
    .nullish()
    .transform((value) => (value === '' ? null : value))

const document = z.string().max(30).transform(documentOf).pipe(z.string().refine(isDocument))

/** What an operator says of a company. What is left out stays as it is, or as it is for a new one. */
export const companyInput = z.strictObject({
  name,
  /** A new company's first admin signs in with it. */
  email,
  phone: orEmpty(z.string().trim().max(30)),
  /** A CPF or CNPJ, with or without its marks. */
  document: orEmpty(document),
  planId: id,
  /** Without one it is this deployment. */
  instanceId: orEmpty(id),
  /** The company of another instance whose users may be handed over to this one; null: none. */
  handoverFrom: companyElsewhere.nullish(),
  status: z.boolean().optional(),
  useType: useType.optional(),
  campaignsEnabled: z.boolean().optional(),
  /** A local date of the company, YYYY-MM-DD. */
  dueDate: orEmpty(z.iso.date()),
  recurrence: recurrence.optional(),
  paymentMethod: orEmpty(paymentMethod),
  blockType: blockType.optional(),
})
export type CompanyInput = z.infer<typeof companyInput>

/** A company as operators see it, and its own users. */
export const companyRecord = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  document: z.string().nullable(),
  planId: z.string().nullable(),
  plan: plan.pick({ id: true, name: true, users: true, connections: true, queues: true }).nullable(),
  instanceId: z.string().nullable(),
  instance: instance.pick({ id: true, name: true, address: true, port: true }).nullable(),
  handoverFrom: companyElsewhere.nullable(),
  status: z.boolean(),
  useType,
  campaignsEnabled: z.boolean(),
  dueDate: z.string().nullable(),
  /** Days until the due date by the company's own calendar, below zero once it has passed. */
  dueIn: z.number().int().nullable(),
  /** Since when nothing is sent because the company has not paid, ISO 8601; null while it sends. */
  overdueSince: z.string().nullable(),
  recurrence,
  paymentMethod: paymentMethod.nullable(),
  blockType,
  archived: z.boolean(),
  archivedAt: z.string().nullable(),
  /** It is being deleted: nothing of it can be changed any more. */
  isBeingDeleted: z.boolean(),
  createdAt: z.string(),
  schedules: companySchedules.nullable(),
  settings: z.array(companySetting),
  whatsapps: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: connectionStatus,
      channelType: z.literal('whatsapp'),
    }),
  ),
})
export type CompanyRecord = z.infer<typeof companyRecord>

/** A company to be chosen from a list. */
export const companyName = z.object({ id: z.string(), name: z.string() })

/** Companies that are not archived, by what they are (part 2 §3). */
export const companyDashboard = z.object({
  clientCount: z.number().int(),
  testClientCount: z.number().int(),
  /** Of the clients, those whose due date has passed. */
  overdueClientCount: z.number().int(),
})
export type CompanyDashboard = z.infer<typeof companyDashboard>

/** How far the deletion of a company has come. When there is none to be found any more, it has come to its end. */
export const companyDeletion = z.object({
  companyId: z.string(),
  name: z.string(),
  /** `unlinking`: its WhatsApp accounts are unlinked first; `erasing`: then everything else goes. */
  status: z.enum(['unlinking', 'erasing']),
  /** Parts of it that are gone, and how many there are. */
  done: z.number().int(),
  total: z.number().int(),
  startedAt: z.string(),
})
export type CompanyDeletion = z.infer<typeof companyDeletion>
