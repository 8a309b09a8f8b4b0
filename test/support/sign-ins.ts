import type { Answer } from './api-client.ts'

let addresses = 0

/** The header of a request from an address of its own, so that tests do not use up each other's attempts. */
export const anAddress = () => ({ 'cloudfront-viewer-address': `203.0.113.${++addresses}:4711` })

/** The refresh cookie that an answer sets, as a browser sends it back. */
export const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]?.split(';')[0] ?? ''
