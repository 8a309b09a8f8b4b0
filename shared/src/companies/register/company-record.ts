import * as z from 'zod'
import { connectionStatus } from '../../connections/connection.ts'
import { omittedIfNull } from '../../http/empty-fields.ts'
import { id } from '../../ids.ts'
import { instance } from '../../instances/instance.ts'
import { name } from '../../name.ts'
import { plan } from '../../plans/plan.ts'
import { email } from '../../users/user.ts'
import {
  blockType,
  companyElsewhere,
  companySchedules,
  companySetting,
  paymentMethod,
  recurrence,
  useType,
} from '../company.ts'
import { documentOf, isDocument } from '../document.ts'

/** An empty text becomes null (part 2 §5). */
const orEmpty = <T extends z.ZodType>(schema: T) =>
  z
    .union([z.literal(''), schema])
    .nullish()
    .transform((value) => (value === '' ? null : value))

const document = z.string().max(30).transform(documentOf).pipe(z.string().refine(isDocument))

/** An operator's input for a company. Omitted fields stay as they are; a new company gets the defaults. */
export const companyInput = z.strictObject({
  name,
  /** A new company's first admin signs in with it. */
  email,
  phone: orEmpty(z.string().trim().max(30)),
  /** A CPF or CNPJ, with or without punctuation. */
  document: orEmpty(document),
  planId: id,
  /** null: this deployment. */
  instanceId: orEmpty(id),
  /** The company of another instance whose users may be handed over to this one; null: none. */
  handoverFrom: companyElsewhere.nullish(),
  status: z.boolean().optional(),
  useType: omittedIfNull(useType),
  campaignsEnabled: z.boolean().optional(),
  /** A local date of the company, YYYY-MM-DD. */
  dueDate: orEmpty(z.iso.date()),
  recurrence: omittedIfNull(recurrence),
  paymentMethod: orEmpty(paymentMethod),
  blockType: omittedIfNull(blockType),
})
export type CompanyInput = z.infer<typeof companyInput>

/** A company as operators and its own users see it. */
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
  /** The day of the month for which the due date was set, 1 to 31; missing before it was set anew: the date's own. */
  dueDay: z.number().int().nullish(),
  /** Days until the due date by the company's own calendar; negative once it has passed. */
  dueIn: z.number().int().nullable(),
  /** Since when sending is stopped because the company has not paid, ISO 8601; null while it sends. */
  overdueSince: z.string().nullable(),
  recurrence,
  paymentMethod: paymentMethod.nullable(),
  blockType,
  archived: z.boolean(),
  archivedAt: z.string().nullable(),
  /** Being deleted: it cannot be changed any more. */
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

/** One company, with the recipient of its access e-mail. */
export const oneCompany = companyRecord.extend({
  /** null for callers who are no operators. */
  access: z
    .object({
      email: z.string(),
      /** Whether the recipient's login changes with the company's e-mail. */
      followsCompany: z.boolean(),
    })
    .nullable(),
})
export type OneCompany = z.infer<typeof oneCompany>

/** A company in a list to choose from. */
export const companyName = z.object({ id: z.string(), name: z.string() })

/** Counts of companies that are not archived (part 2 §3). */
export const companyDashboard = z.object({
  clientCount: z.number().int(),
  testClientCount: z.number().int(),
  /** Clients whose due date has passed. */
  overdueClientCount: z.number().int(),
  /** Companies of any use that are switched on. */
  activeCount: z.number().int(),
})
export type CompanyDashboard = z.infer<typeof companyDashboard>

/** Progress of a company's deletion. A missing row means that it is complete. */
export const companyDeletion = z.object({
  companyId: z.string(),
  name: z.string(),
  /** `unlinking`: its WhatsApp accounts are unlinked first; `erasing`: then everything else is deleted. */
  status: z.enum(['unlinking', 'erasing']),
  /** Completed steps, and their total. */
  done: z.number().int(),
  total: z.number().int(),
  startedAt: z.string(),
})
export type CompanyDeletion = z.infer<typeof companyDeletion>
