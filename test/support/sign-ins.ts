import { randomInt } from 'node:crypto'
import type { Answer } from './api-client.ts'

/** A header with a unique address, so that tests do not share counted attempts. */
export const anAddress = () => ({
  'cloudfront-viewer-address': `10.${anOctet()}.${anOctet()}.${anOctet()}:4711`,
})

const anOctet = () => randomInt(256)

/** The refresh cookie of an answer, as a browser returns it. */
export const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]?.split(';')[0] ?? ''
