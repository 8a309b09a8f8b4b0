import * as z from 'zod'

/** `true` or `false` in a query string. */
export const queryFlag = z.enum(['true', 'false']).transform((text) => text === 'true')
