import * as z from 'zod'
import type { Access } from '../access.ts'
import type { ErrorCode } from '../errors/error-codes.ts'
import { FAR_PAGE, type Rate } from './limits.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A spreadsheet or another file as an answer; `fileName` becomes Content-Disposition. */
export interface FileAnswer {
  fileName: string
  contentType: string
  bytes: Uint8Array
}

/** The content type of the spreadsheets that calls answer. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** In place of a route's response schema: the answer is a file. */
export const FILE = 'file' as const

/** As {@link FILE}, but a file over 4 MB is made in the background: 202 with its export's id (part 3 §1). */
export const FILE_OR_EXPORT = 'file or export' as const

/** A file that is being made. `GET /exports/{exportId}` says when it is ready. */
export const exportBegun = z.object({ exportId: z.string() })
export type ExportBegun = z.infer<typeof exportBegun>

/**
 * One call of the API, with everything that differs between calls. The Lambda handlers, the local gateway, the CDK
 * stack, the web client, the OpenAPI document and the authorisation tests read it from here.
 */
export interface Route {
  method: Method
  /** Without trailing slash; parameters in braces: `/campaigns/{campaignId}`. */
  path: `/${string}`
  access: Access
  query?: z.ZodObject
  body?: z.ZodType<object>
  /** The body may also come as multipart/form-data with one file in the field of this name. */
  file?: string
  response: z.ZodType | typeof FILE | typeof FILE_OR_EXPORT
  /** The status of success: 200 by default, 204 without a response body. */
  status?: 200 | 201 | 202 | 204
  /** The codes of this call's own. `codesOf` adds those that follow from the other fields. */
  errors?: readonly ErrorCode[]
  /** Changes nothing although it is no GET: open to users with read access only, and not in the audit trail. */
  readOnly?: true
  /** Whether it is in the audit trail, where its method does not decide: a GET that takes data out. */
  audited?: boolean
  /** A `name` in its input is that of a person of the lists or contacts, and is left out of the audit trail. */
  namesPerson?: true
  /** Of a GET: the field of its answer that the audit trail names its record by. Never a person's of the lists. */
  namedBy?: 'name' | 'title' | 'shortcode' | 'protocol'
  /** Creates or changes accounts: refused while the caller is in a company for support. */
  ofAccounts?: true
  /** Sends messages: 402 while the company has not paid (part 3 §8). */
  sends?: true
  /** Answers 200 instead of 201 for an existing record; the handler sets `Exchange.wasThere`. */
  mayExist?: true
  /** Its rate limit. `ratesOf` adds those that follow from the other fields. */
  rate?: Rate
  /** A PUT that asks for a change and takes no record: what equals the record is not left out of its body. */
  asksForChange?: true
  /**
   * For a PUT without a GET on its path: the call of the same domain that lists the records, and the field that holds
   * the id in the path.
   */
  recordIn?: { list: string; by: string }
  /**
   * Creates or starts something: an Idempotency-Key header is honoured (part 3 §1). `if-sent`: our own clients send none,
   * because a `clientId` or the record's state makes a repetition harmless, and remembering each answer would cost writes.
   */
  idempotent?: true | 'if-sent'
  /**
   * Its answer holds a secret, and no contact's number: an erasure finds numbers only in answers that are stored in clear.
   * The answer to an Idempotency-Key is sealed by that key.
   */
  secretAnswer?: true
  summary: string
}

export type Routes = Record<string, Route>

/** Whether a call that found nothing answers 204 in place of its usual status. */
export const mayFindNothing = ({ response, status }: Route): boolean =>
  status === undefined && typeof response !== 'string' && response.safeParse(undefined).success

/** Keeps the literal types of a route table while checking its shape. */
export const defineRoutes = <const R extends Routes>(routes: R): R => routes

/** Whether a call is in the company's audit trail: calls that change something, and calls that take data out. */
export const isRecorded = ({ method, readOnly, audited }: Route): boolean =>
  audited ?? (method !== 'GET' && !readOnly)

/** The limits that a route's calls may count for, per user and per company (`limits.ts`). */
export function ratesOf({ rate, response, file, query }: Route): Rate[] {
  const isFile = response === FILE || response === FILE_OR_EXPORT
  const { searchParam, q, pageNumber } = query?.shape ?? {}
  return [
    ...(rate ? [rate] : []),
    ...(isFile && !rate ? ['exports' as const] : []),
    ...(file ? ['uploads' as const] : []),
    ...(searchParam || q ? ['searches' as const] : []),
    ...(pageNumber ? ['far-pages' as const] : []),
  ]
}

/** Whether a call with this input counts for a limit of its route. */
export function countsFor(rate: Rate, input: object): boolean {
  if (rate === 'searches') return 'q' in input || ('searchParam' in input && Boolean(input.searchParam))
  if (rate === 'far-pages') return 'pageNumber' in input && Number(input.pageNumber ?? 0) > FAR_PAGE
  return true
}

/** The response of a call without one (204). */
export const nothing = z.undefined()

export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown

type Parsed<S> = S extends z.ZodType ? z.output<S> : unknown
type Sent<S> = S extends z.ZodType ? z.input<S> : unknown
type WithFile<R extends Route> = R['file'] extends string ? { file?: UploadedFile } : unknown

export interface UploadedFile {
  name: string
  contentType: string
  bytes: Uint8Array
}

/** The input of a handler: path parameters, query and body as one flat object, parsed. */
export type InputOf<R extends Route> = PathParams<R['path']> &
  Parsed<R['query']> &
  Parsed<R['body']> &
  WithFile<R>

/** What a client sends. */
export type RequestOf<R extends Route> = PathParams<R['path']> & Sent<R['query']> & Sent<R['body']>

export type ResponseOf<R extends Route> = R['response'] extends typeof FILE
  ? FileAnswer
  : R['response'] extends typeof FILE_OR_EXPORT
    ? FileAnswer | ExportBegun
    : R['response'] extends z.ZodType
      ? z.output<R['response']>
      : never

/** The names of the parameters in a path, in order. */
export const pathParamsOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])

/** The body of every refusal and failure. */
export const errorBody = z.object({
  error: z.string(),
  message: z.string(),
  details: z.array(z.object({ path: z.string(), code: z.string() })).optional(),
  /** What the refusal names, for the blanks of its translation. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
