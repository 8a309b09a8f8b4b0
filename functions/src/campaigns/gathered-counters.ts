import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'

interface Gathered {
  /** Ports that only note whose counters changed. */
  ports: EnginePorts
  /** Reports the noted campaigns, each once. A failed report is lost; the browser's next reload has it. */
  tell(): Promise<void>
}

/**
 * Gathers the changes of counters within a batch of messages: a burst of replies to one campaign reads and publishes its
 * counters once, after the last reply.
 */
export function gatherCounters(ports: EnginePorts): Gathered {
  const changed = new Map<string, readonly [companyId: string, campaignId: string]>()
  const countersChanged = async (companyId: string, campaignId: string) => {
    changed.set(`${companyId}#${campaignId}`, [companyId, campaignId])
  }
  return {
    ports: { ...ports, watchers: { ...ports.watchers, countersChanged } },
    async tell() {
      for (const [companyId, campaignId] of changed.values()) {
        try {
          await ports.watchers.countersChanged(companyId, campaignId)
        } catch (error) {
          ports.log.warn('counters not reported', { companyId, campaignId, error: String(error) })
        }
      }
    },
  }
}
