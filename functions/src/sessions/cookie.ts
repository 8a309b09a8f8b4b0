import { SESSION_IDLE_SECONDS } from '@recado/shared/sessions/session'
import { environment } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'

const { protocol, port } = new URL(environment.APP_ORIGIN)
const LOCAL = protocol === 'http:'

/**
 * On plain http://localhost a cookie cannot be Secure, and two copies of the app differ by their port (part 3 §2).
 */
const NAME = LOCAL ? `rt-${port}` : '__Host-rt'
const ATTRIBUTES = `HttpOnly; SameSite=Strict; Path=/${LOCAL ? '' : '; Secure'}`

export const refreshCookieOf = (exchange: Exchange): string | undefined => exchange.cookies.get(NAME)

export const setRefreshCookie = (exchange: Pick<Exchange, 'setCookies'>, token: string): void => {
  exchange.setCookies.push(`${NAME}=${token}; Max-Age=${SESSION_IDLE_SECONDS}; ${ATTRIBUTES}`)
}

export const clearRefreshCookie = (exchange: Exchange): void => {
  exchange.setCookies.push(`${NAME}=; Max-Age=0; ${ATTRIBUTES}`)
}
