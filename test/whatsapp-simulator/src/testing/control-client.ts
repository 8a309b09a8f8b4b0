import * as z from 'zod'

/** Calls a simulator's control API as a test. Throws `ControlError` for an answer that is not 2xx. */
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
    phones: async () => z.array(phone).parse(await call('GET', '/phones')),
    messages: async (number: string) =>
      z.array(message).parse(await call('GET', `/phones/${number}/messages`)),
    write: async (from: string, to: string, text: string) =>
      z.object({ id: z.string() }).parse(await call('POST', `/phones/${from}/messages`, { to, text })).id,
    read: (number: string, chat: string) => call('POST', `/phones/${number}/read`, { chat }),
    fault: (fault: Record<string, unknown>) => call('POST', '/faults', fault),
    rootPublicKey: async () =>
      Buffer.from(rootCertificate.parse(await call('GET', '/root-certificate')).publicKey, 'base64'),
    /** The ticks that a phone shows on a message. */
    ticks: async (number: string, id: string) => {
      const { messages } = latestMessages.parse(await call('GET', '/messages?since=0'))
      return messages.find((message) => message.phone === number && message.id === id)?.status
    },
    reset: () => call('POST', '/reset'),
  }
}

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

const rootCertificate = z.object({ publicKey: z.base64() })

const latestMessages = z.object({
  messages: z.array(z.object({ phone: z.string(), id: z.string(), status: z.string() })),
})

const phone = z.object({ number: z.string(), name: z.string(), linked: z.boolean(), connected: z.boolean() })

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
  at: z.iso.datetime({ precision: 3 }),
})
