import * as z from 'zod'

/** Calls a simulator's control API in a test. Throws `ControlError` for an answer that is not 2xx. */
export function controlOf({ url }: { url: string }) {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/simulator/api${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const answer: unknown = await response.json()
    if (response.ok) return answer
    throw new ControlError(response.status, errorAnswer.parse(answer).error)
  }
  return {
    call,
    declare: (number: string, name: string, onWhatsApp = true) =>
      call('POST', '/phones', { number, name, onWhatsApp }),
    scan: (number: string, qr: string) => call('POST', `/phones/${number}/scan`, { qr }),
    saveContacts: (owner: string, contacts: { number: string; name: string }[]) =>
      call('POST', `/phones/${owner}/contacts`, contacts),
    phones: async () => z.array(phone).parse(await call('GET', '/phones')),
    /** One phone, declared or created by use. */
    phone: async (number: string) => {
      const phones = z.array(phone).parse(await call('GET', '/phones'))
      const found = phones.find((each) => each.number === number)
      if (!found) throw new Error(`the simulator knows no phone ${number}`)
      return found
    },
    messages: async (number: string) =>
      z.array(message).parse(await call('GET', `/phones/${number}/messages`)),
    write: async (from: string, to: string, text: string) =>
      idIn(await call('POST', `/phones/${from}/messages`, { to, text })),
    /** A person writes a message of any kind, to a number or a group. */
    writes: async (from: string, to: string, message: Record<string, unknown>) =>
      idIn(await call('POST', `/phones/${from}/messages`, { to, ...message })),
    /** A person sends an album, with one entry per photo or video. Returns its id and the files' ids. */
    writesAlbum: async (from: string, to: string, files: Record<string, unknown>[]) =>
      album.parse(await call('POST', `/phones/${from}/messages`, { to, type: 'album', files })),
    /** A message's file, as the phone opens it. */
    file: async (number: string, id: string) => {
      const response = await fetch(`${url}/simulator/api/phones/${number}/messages/${id}/file`)
      if (!response.ok)
        throw new ControlError(response.status, errorAnswer.parse(await response.json()).error)
      return {
        bytes: Buffer.from(await response.arrayBuffer()),
        mimetype: response.headers.get('content-type') ?? '',
      }
    },
    groups: async () => z.array(group).parse(await call('GET', '/groups')),
    createGroup: async (made: Record<string, unknown>) => idIn(await call('POST', '/groups', made)),
    changeMembers: (id: string, change: Record<string, string[]>) =>
      call('POST', `/groups/${id}/members`, change),
    rename: (id: string, subject: string) => call('PATCH', `/groups/${id}`, { subject }),
    changeGroup: (id: string, change: { onlyAdmins?: boolean; disappearsAfter?: number }) =>
      call('PATCH', `/groups/${id}`, change),
    types: (number: string, chat: string, state: 'composing' | 'paused' = 'composing') =>
      call('POST', `/phones/${number}/typing`, { chat, state }),
    /** People who are currently shown as typing, by phone and chat. */
    typing: async () => latestMessages.parse(await call('GET', '/messages?since=0')).typing,
    faults: async () => z.array(z.looseObject({ kind: z.string() })).parse(await call('GET', '/faults')),
    read: (number: string, chat: string) => call('POST', `/phones/${number}/read`, { chat }),
    fault: (fault: Record<string, unknown>) => call('POST', '/faults', fault),
    rootPublicKey: async () =>
      Buffer.from(rootCertificate.parse(await call('GET', '/root-certificate')).publicKey, 'base64'),
    /** A message's ticks on a phone. */
    ticks: async (number: string, id: string) => {
      const { messages } = latestMessages.parse(await call('GET', '/messages?since=0'))
      return messages.find((message) => message.phone === number && message.id === id)?.status
    },
    reset: () => call('POST', '/reset'),
  }
}

const idIn = (answer: unknown): string => z.object({ id: z.string() }).parse(answer).id

export class ControlError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
  }
}

const errorAnswer = z.object({ error: z.string(), message: z.string() })

const album = z.strictObject({ id: z.string(), files: z.array(z.string()) })

const rootCertificate = z.object({ publicKey: z.base64() })

const latestMessages = z.object({
  typing: z.array(z.object({ phone: z.string(), chat: z.string(), from: z.string() })),
  messages: z.array(z.object({ phone: z.string(), id: z.string(), status: z.string() })),
})

const phone = z.object({
  number: z.string(),
  name: z.string(),
  linked: z.boolean(),
  connected: z.boolean(),
  phoneSilenced: z.boolean(),
  lastSilencedAt: z.iso.datetime({ precision: 3 }).nullable(),
})

const group = z.strictObject({
  id: z.string(),
  subject: z.string(),
  members: z.array(z.string()),
  admins: z.array(z.string()),
  addressing: z.enum(['lid', 'pn']),
})

const message = z.strictObject({
  id: z.string(),
  chat: z.string(),
  from: z.string(),
  fromMe: z.boolean(),
  type: z.string(),
  text: z.string().optional(),
  caption: z.string().optional(),
  fileName: z.string().optional(),
  bytes: z.number().optional(),
  quoted: z.string().optional(),
  target: z.string().optional(),
  emoji: z.string().optional(),
  ignored: z.string().optional(),
  expected: z.object({ images: z.number(), videos: z.number() }).optional(),
  album: z.string().optional(),
  disappearsAfter: z.number().optional(),
  location: z.object({ latitude: z.number(), longitude: z.number(), name: z.string().optional() }).optional(),
  contact: z.object({ name: z.string(), number: z.string() }).optional(),
  at: z.iso.datetime({ precision: 3 }),
})
