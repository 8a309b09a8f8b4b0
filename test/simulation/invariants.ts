import { COMMAND_USABLE_MS } from '@recado/shared/queues/queues'
import { brokenForStrangers } from './first-contacts.ts'
import { campaignsIn, INTERVAL_SECONDS, type Outcome, recipientsIn } from './scenario.ts'

/** Every invariant that a run has broken, in words; empty when all hold. */
export function broken(outcome: Outcome): string[] {
  return [
    ...neverTwice(outcome),
    ...neverLost(outcome),
    ...cancelStops(outcome),
    ...countersEqualLedger(outcome),
    ...neverBursts(outcome),
    ...blockedAreLeftAlone(outcome),
    ...companiesStayApart(outcome),
    ...onlyOwnersWrite(outcome),
    ...brokenForStrangers(outcome),
  ]
}

function neverTwice({ world }: Outcome): string[] {
  const seen = new Map<string, number>()
  for (const { number, text } of world.phones.arrivals) {
    const key = `${number} got "${text}"`
    seen.set(key, (seen.get(key) ?? 0) + 1)
  }
  return [...seen].filter(([, times]) => times > 1).map(([what, times]) => `${what} ${times} times`)
}

function neverLost({ world, ended }: Outcome): string[] {
  if (!ended) return ['not everything came to an end']
  // A preparation that was cut short leaves a ledger behind that nobody uses.
  const finished = new Set(
    campaignsIn(world).flatMap(({ status, ledger }) => (status === 'FINALIZADA' ? [ledger] : [])),
  )
  const rows = recipientsIn(world).filter(({ ledger }) => finished.has(ledger))
  const arrived = new Set(world.phones.arrivals.map(({ messageId }) => messageId))
  return [
    ...rows
      .filter(({ status }) => status === 'PENDING' || status === 'SENDING')
      .map((row) => `${row.number} was left ${row.status}`),
    ...rows
      .filter(({ status, reason }) => status === 'FAILED' && !reason)
      .map((row) => `${row.number} failed without a reason`),
    ...rows
      .filter(({ status, messageId }) => status === 'SENDED' && !arrived.has(messageId ?? ''))
      .map((row) => `${row.number} is SENDED and got nothing`),
  ]
}

/** At most the one message already handed over still leaves. */
function cancelStops({ world, cancelled, restarted, campaigns }: Outcome): string[] {
  return cancelled.flatMap(({ campaignId, at }) => {
    const until = Math.min(
      ...restarted
        .filter((event) => event.campaignId === campaignId && event.at >= at)
        .map((event) => event.at),
    )
    const connectionId = campaigns.find((campaign) => campaign.campaignId === campaignId)?.connectionId
    const ids = new Set(
      recipientsIn(world).flatMap((row) =>
        row.campaignId === campaignId && row.messageId ? [row.messageId] : [],
      ),
    )
    const late = world.phones.arrivals.filter(
      (arrival) =>
        arrival.connectionId === connectionId &&
        ids.has(arrival.messageId) &&
        arrival.at > at &&
        arrival.at < until,
    )
    return late.length > 1 ? [`${late.length} messages left after a cancel`] : []
  })
}

function countersEqualLedger({ world }: Outcome): string[] {
  return campaignsIn(world).flatMap((campaign) => {
    const rows = recipientsIn(world).filter(({ ledger }) => ledger === campaign.ledger)
    const count = (wanted: (row: (typeof rows)[number]) => boolean) => rows.filter(wanted).length
    const ledger = {
      sent: count(({ status }) => status === 'SENDED'),
      failed: count(({ status }) => status === 'FAILED'),
      open: count(({ status }) => status === 'PENDING' || status === 'SENDING'),
      received: count(({ deliveredAt }) => deliveredAt !== undefined),
    }
    const { sent, failed, open, received } = campaign
    const counters = { sent, failed, open, received }
    return JSON.stringify(ledger) === JSON.stringify(counters)
      ? []
      : [`counters ${JSON.stringify(counters)} are not the ledger's ${JSON.stringify(ledger)}`]
  })
}

function neverBursts({ world }: Outcome): string[] {
  const lines = Map.groupBy(world.phones.arrivals, ({ connectionId }) => connectionId)
  return [...lines.values()].flatMap((arrivals) =>
    arrivals.slice(1).flatMap(({ at }, index) => {
      const gap = at - (arrivals[index]?.at ?? 0)
      return gap < INTERVAL_SECONDS * 1000 ? [`a gap of ${gap} ms`] : []
    }),
  )
}

function blockedAreLeftAlone({ world, blocked, campaigns }: Outcome): string[] {
  return blocked.flatMap(({ companyId, number, at }) => {
    const own = new Set(
      campaigns
        .filter((campaign) => campaign.companyId === companyId)
        .map(({ connectionId }) => connectionId),
    )
    // A command that was under way before the block may still be carried out.
    const late = world.phones.arrivals.filter(
      (arrival) =>
        own.has(arrival.connectionId) && arrival.number === number && arrival.at > at + COMMAND_USABLE_MS,
    )
    return late.map(() => `${number} was messaged after its block`)
  })
}

function companiesStayApart({ world, campaigns }: Outcome): string[] {
  const companyOf = new Map(campaigns.map(({ connectionId, companyId }) => [connectionId, companyId]))
  return world.phones.arrivals
    .filter(({ connectionId, text }) => !text.startsWith(companyOf.get(connectionId) ?? '?'))
    .map(({ text }) => `"${text}" left through another company's connection`)
}

function onlyOwnersWrite({ world }: Outcome): string[] {
  return world.phones.arrivals
    .filter(({ owned }) => !owned)
    .map(({ number }) => `${number} was written to without the lease`)
}
