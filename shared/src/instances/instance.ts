import * as z from 'zod'
import { name } from '../name.ts'
import { urlOf } from '../url.ts'

/** Other deployments need https; http is allowed on this machine only. */
const isAddress = (text: string): boolean => {
  const url = urlOf(text)
  if (!url || url.username || url.password || url.search || url.hash || url.port) return false
  if (url.pathname !== '/' && url.pathname !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost')
}

export const instanceInput = z.strictObject({
  name,
  /** `https://filial.exemplo.com.br`, without a path. */
  address: z.string().trim().max(200).refine(isAddress),
  port: z.number().int().min(1).max(65_535),
})
export type InstanceInput = z.infer<typeof instanceInput>

/** A deployment's origin for browsers, without the default port. */
export function originOf({ address, port }: { address: string; port: number }): string {
  const url = new URL(address)
  url.port = String(port)
  return url.origin
}

/** A deployment of this system that companies may be on (part 3 §8). */
export const instance = z.object({
  id: z.string(),
  ...instanceInput.shape,
  address: z.string(),
  /** How many companies are on it. */
  companies: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Instance = z.infer<typeof instance>
