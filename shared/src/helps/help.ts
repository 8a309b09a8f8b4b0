import * as z from 'zod'
import { nameText } from '../name.ts'
import { urlOf } from '../url.ts'

/** YouTube's code of a video. */
const CODE = /^[A-Za-z0-9_-]{11}$/
const IN_PATH = /^\/(?:embed|shorts|live|v)\/([A-Za-z0-9_-]{11})(?:\/|$)/

/**
 * The code of a video from pasted text: the code itself, or a YouTube address that contains it.
 * @returns undefined if there is none
 */
export function videoCodeOf(pasted: string): string | undefined {
  const text = pasted.trim()
  if (CODE.test(text)) return text
  const url = urlOf(text.includes('://') ? text : `https://${text}`)
  if (!url) return undefined
  const host = url.hostname.replace(/^(www|m|music)\./, '')
  if (host === 'youtu.be') return onlyCode(url.pathname.slice(1))
  if (host !== 'youtube.com' && host !== 'youtube-nocookie.com') return undefined
  return IN_PATH.exec(url.pathname)?.[1] ?? onlyCode(url.searchParams.get('v') ?? '')
}

const onlyCode = (text: string): string | undefined => (CODE.test(text) ? text : undefined)

export const helpInput = z.strictObject({
  title: nameText(2, 100),
  /** A YouTube video: its code, or an address that is reduced to it. */
  video: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .transform((pasted, context) => {
      const code = videoCodeOf(pasted)
      if (code) return code
      context.addIssue({ code: 'custom', input: pasted })
      return z.NEVER
    }),
  description: z.string().trim().max(1000).nullish(),
})
export type HelpInput = z.infer<typeof helpInput>

/** A help video. */
export const help = z.object({
  id: z.string(),
  title: z.string(),
  video: z.string(),
  description: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Help = z.infer<typeof help>
