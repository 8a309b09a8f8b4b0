import { randomInt } from 'node:crypto'
import { SIMULATED_ADDRESS } from '../../infra/local/gateway/address.ts'
import type { Answer } from './api-client.ts'

/** A header with a unique address, so that tests do not share counted attempts. */
export const anAddress = () => fromAddress(`10.${anOctet()}.${anOctet()}.${anOctet()}`)

/** A header of a client with this IP address. */
export const fromAddress = (address: string) => ({ [SIMULATED_ADDRESS]: address })

const anOctet = () => randomInt(256)

/** The refresh cookie of an answer, as a browser returns it. */
export const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]?.split(';')[0] ?? ''
