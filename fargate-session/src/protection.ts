import type { Logger } from 'pino'
import { failure } from './log.ts'

/** How often it is looked at, and how long a protection lasts, which covers a look that fails. */
const EVERY_MS = 30_000
const PROTECTED_MINUTES = 2

interface Sender {
  isSending(): boolean
  /** Whether a task of a later release is there. */
  isReplaced(): boolean
}

/**
 * Keeps ECS from choosing a task that sends when it wants fewer of them. A deployment waits for it too: a task that
 * sees a newer release at work lets itself be ended, which costs nobody a message.
 * @param agent ECS_AGENT_URI: https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-scale-in-protection-endpoint.html
 * @returns ends it
 */
export function protectWhileSending(task: Sender, agent: string, log: Pick<Logger, 'warn'>): () => void {
  let isProtected = false
  const timer = setInterval(() => void look(), EVERY_MS)
  return () => clearInterval(timer)

  async function look(): Promise<void> {
    const wanted = task.isSending() && !task.isReplaced()
    // One that stands is put off; one that does not is not lifted again.
    if (!wanted && !isProtected) return
    try {
      await setProtection(agent, wanted)
      isProtected = wanted
    } catch (error) {
      log.warn({ error: failure(error) }, 'task protection not set')
    }
  }
}

async function setProtection(agent: string, wanted: boolean): Promise<void> {
  const answer = await fetch(`${agent}/task-protection/v1/state`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ProtectionEnabled: wanted,
      ...(wanted && { ExpiresInMinutes: PROTECTED_MINUTES }),
    }),
    signal: AbortSignal.timeout(5_000),
  })
  // What ECS does not do it says in the body, with 200 as well.
  const { failure: refused } = (await answer.json()) as { failure?: { Reason?: string } }
  if (!answer.ok || refused) throw new Error(`ECS: ${refused?.Reason ?? answer.status}`)
}
