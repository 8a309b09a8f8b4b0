import * as z from 'zod'
import { eventually } from './eventually.ts'

const mail = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Only the local mailbox shows them. */
  headers: z.record(z.string(), z.string()).optional(),
})
export type Mail = z.infer<typeof mail>

/** All mails of a running system, newest first. */
export async function mailsOf(origin: string): Promise<Mail[]> {
  const answer = await fetch(`${origin}/mailbox/api/messages`)
  return z.array(mail).parse(await answer.json())
}

/** Waits until an address has this many mails, and returns the newest. */
export const mailTo = (origin: string, to: string, number = 1): Promise<Mail> =>
  eventually(`mail ${number} to ${to}`, async () => {
    const mails = (await mailsOf(origin)).filter((each) => each.to === to)
    return mails.length >= number && mails[0]
  })

/** The link in a mail. */
export function linkIn({ text }: Mail): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? []
  if (!link) throw new Error(`The mail has no link: ${text}`)
  return link
}

/** The token in a mail's link, from the query or behind the #. */
export function tokenIn(letter: Mail): string {
  const { searchParams, hash } = new URL(linkIn(letter))
  return searchParams.get('token') ?? new URLSearchParams(hash.slice(1)).get('token') ?? ''
}
