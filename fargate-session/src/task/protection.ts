import type { Log } from '@recado/shared/ports/log'

/** Interval of the checks. A protection lasts longer, so one failed check does no harm. */
const EVERY_MS = 30_000
const PROTECTED_MINUTES = 2

interface Sender {
  isSending(): boolean
  /** Whether a task of a later release is running. */
  isReplaced(): boolean
}

/**
 * Protects a sending task from ECS's scale-in. A deployment waits for the protection too, so a task gives it up
 * once a newer release is running. No message is lost then.
 * @param agent ECS_AGENT_URI:
 * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-scale-in-protection-endpoint.html
 * @returns stops the checks
 */
export function protectWhileSending(task: Sender, agent: string, log: Pick<Log, 'warn'>): () => void {
  let isProtected = false
  const timer = setInterval(() => void look(), EVERY_MS)
  return () => clearInterval(timer)

  async function look(): Promise<void> {
    const wanted = task.isSending() && !task.isReplaced()
    // A protection is renewed while wanted, and lifted once.
    if (!wanted && !isProtected) return
    try {
      await setProtection(agent, wanted)
      isProtected = wanted
    } catch (error) {
      log.warn('task protection not set', { error })
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
  // ECS reports a failure in the body, with status 200 too.
  const { failure: refused } = (await answer.json()) as { failure?: { Reason?: string } }
  if (!answer.ok || refused) throw new Error(`ECS: ${refused?.Reason ?? answer.status}`)
}
