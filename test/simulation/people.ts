import { replyCame } from '@recado/shared/campaigns/engine/replies'
import { blockKey } from '@recado/shared/contact-blocks/store'
import { chatOfNumber } from '@recado/shared/messages/chat'
import { TenantTable } from '@recado/shared/table/tenant'
import type { Arrival } from './phones.ts'
import type { Outcome } from './scenario.ts'

/** A person's answer. */
export interface Reply {
  connectionId: string
  number: string
  text: string
  at: number
}

/** Answers to a question. Most say yes, and some give no answer. */
const SAID = ['sim', 'Quero!', 'sim', 'não', 'sair', 'quem é?', undefined]
const LONGEST_THOUGHT_MS = 90_000
const ATTEMPTS = 8

/** An asked person may answer later. */
export function replyTo(outcome: Outcome, { connectionId, number, text: asked }: Arrival): void {
  if (!asked.endsWith('?')) return
  const { world } = outcome
  const text = SAID[Math.floor(world.tape.random() * SAID.length)]
  if (text === undefined) return
  world.clock.after(500 + world.tape.random() * LONGEST_THOUGHT_MS, () => {
    void write(outcome, { connectionId, number, text, at: world.clock.now })
  })
}

/** The worker retries until it succeeds, as with the queue. */
async function write(outcome: Outcome, reply: Reply): Promise<void> {
  const { world, replies } = outcome
  const { connectionId, number, text, at } = reply
  const companyId = world.companyOf(connectionId)
  replies.push(reply)
  const message = {
    connectionId,
    chat: chatOfNumber(number),
    messageId: `R${number}${at}`,
    fromMe: false,
    at: new Date(at).toISOString(),
    content: { type: 'text' as const, text },
  }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const done = await world.within('inbound', async (ports) => {
      await replyCame(ports, companyId, message)
      if (text !== 'sair') return
      await new TenantTable(ports.table, companyId).put({ ...blockKey(number), holder: number })
      outcome.blocked.push({ companyId, number, at: world.clock.now })
    })
    if (done) return
    await world.outsideWait(1000 * attempt)
  }
}
