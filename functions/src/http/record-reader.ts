import { mayCall } from '@recado/shared/access'
import { DomainError } from '@recado/shared/errors/errors'
import { pathParamsOf, type Route, type Routes } from '@recado/shared/http/contract'
import type { Actor } from '@recado/shared/sessions/session'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as z from 'zod'
import { requireOwnCompany } from './own-company.ts'

/** A call with its caller, and the other calls of its domain by name. */
export interface DomainCall {
  route: Route
  event: APIGatewayProxyEventV2
  actor: Actor
  routes: Routes
  call: (name: string, input: object) => Promise<unknown>
}

const record = z.record(z.string(), z.unknown())

/**
 * Reads the record of a call with the call that returns it to this caller: the GET of the same path, or the list
 * that the route names. Undefined if no call returns the record.
 */
export async function readRecord(
  { route, event, actor, routes, call }: DomainCall,
  sent: object,
): Promise<object | undefined> {
  const [name, reading] =
    Object.entries(routes).find(([name, other]) =>
      route.recordIn ? name === route.recordIn.list : other.method === 'GET' && other.path === route.path,
    ) ?? []
  if (!name || !reading || reading.access === 'public' || !mayCall(actor, reading.access)) return undefined
  const params = Object.fromEntries(
    pathParamsOf(route.path).map((param) => [param, event.pathParameters?.[param]]),
  )
  const input = { ...queryOf(reading, sent), ...(route.recordIn ? {} : params) }
  requireOwnCompany(input, actor)
  const answer = await answerOf(reading, () => call(name, input))
  if (!route.recordIn) return record.safeParse(answer).data
  const { by } = route.recordIn
  const [wanted] = Object.values(params)
  const listed = z.array(record).safeParse(answer).data
  return listed?.find((one) => one[by] === wanted)
}

/** The body's fields that are query parameters of the read, such as a user's company. */
function queryOf({ query }: Route, sent: object): object {
  const known = Object.entries(sent).filter(([name]) => query && name in query.shape)
  return query?.safeParse(Object.fromEntries(known)).data ?? {}
}

/** The call's answer as JSON; undefined if it was refused. */
async function answerOf({ response }: Route, call: () => Promise<unknown>): Promise<unknown> {
  if (typeof response === 'string') return undefined
  try {
    return JSON.parse(JSON.stringify(response.parse(await call())))
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
