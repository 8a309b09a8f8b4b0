import { isOpen } from '@recado/shared/calendar/weekly-hours'
import { COMMAND_USABLE_MS } from '@recado/shared/queues/queues'
import { INTERVAL_SECONDS, WINDOWS } from './companies.ts'
import { brokenForStrangers } from './first-contacts.ts'
import { brokenForResults } from './results.ts'
import { campaignsIn, countsIn, type Outcome, recipientsIn } from './scenario.ts'
import { MOST_SKEW_MS } from './tape.ts'

/** Every invariant that a run broke, in words. Empty if all hold. */
export function broken(outcome: Outcome): string[] {
  return [
    ...neverTwice(outcome),
    ...neverLost(outcome),
    ...haltsStop(outcome),
    ...stopsStopAll(outcome),
    ...windowsAreKept(outcome),
    ...onlyWhoSaidYesGetsIt(outcome),
    ...partsComeTogether(outcome),
    ...countersEqualLedger(outcome),
    ...outcome.listDrift,
    ...neverBursts(outcome),
    ...blockedAreLeftAlone(outcome),
    ...companiesStayApart(outcome),
    ...onlyOwnersWrite(outcome),
    ...brokenForStrangers(outcome),
    ...brokenForResults(outcome),
  ]
}

function neverTwice({ world, mayComeAgain }: Outcome): string[] {
  const seen = new Map<string, number>()
  for (const { number, text } of world.phones.arrivals) {
    const key = `${number} got "${text}"`
    seen.set(key, (seen.get(key) ?? 0) + 1)
  }
  const allowed = (what: string) => 1 + mayComeAgain.filter((number) => what.startsWith(number)).length
  return [...seen]
    .filter(([what, times]) => times > allowed(what))
    .map(([what, times]) => `${what} ${times} times`)
}

function neverLost({ world, ended }: Outcome): string[] {
  if (!ended) return ['not everything came to an end']
  // An interrupted preparation leaves an unused ledger behind.
  const finished = new Set(
    campaignsIn(world).flatMap(({ status, ledger }) => (status === 'FINALIZADA' ? [ledger] : [])),
  )
  const rows = recipientsIn(world).filter(({ ledger }) => finished.has(ledger))
  const arrived = new Set(world.phones.arrivals.map(({ messageId }) => messageId))
  return [
    ...rows
      .filter(({ status }) => status !== 'SENDED' && status !== 'FAILED')
      .map((row) => `${row.number} was left ${row.status}`),
    ...rows
      .filter(({ status, reason }) => status === 'FAILED' && !reason)
      .map((row) => `${row.number} failed without a reason`),
    ...rows
      .filter(({ status, messageId }) => status === 'SENDED' && !arrived.has(messageId ?? ''))
      .map((row) => `${row.number} is SENDED and got nothing`),
  ]
}

/** After a cancel or a pause, at most the one message handed over before still leaves. */
function haltsStop({ world, halts, goings, campaigns }: Outcome): string[] {
  const rows = recipientsIn(world)
  return halts.flatMap(({ campaignId, at }) => {
    const until = Math.min(
      ...goings.filter((event) => event.campaignId === campaignId && event.at >= at).map((event) => event.at),
    )
    const connectionId = campaigns.find((campaign) => campaign.campaignId === campaignId)?.connectionId
    const numbers = new Set(rows.flatMap((row) => (row.campaignId === campaignId ? [row.number] : [])))
    const late = world.phones.arrivals.filter(
      (arrival) =>
        arrival.connectionId === connectionId &&
        numbers.has(arrival.number) &&
        arrival.at > at &&
        arrival.at < until,
    )
    const people = new Set(late.map(({ number }) => number))
    return people.size > 1 ? [`${people.size} messages left after a cancel or a pause`] : []
  })
}

/** While all sending is stopped, each connection sends at most its one message under way. */
function stopsStopAll({ world, stops, lifts, campaigns }: Outcome): string[] {
  const companyOf = new Map(campaigns.map(({ connectionId, companyId }) => [connectionId, companyId]))
  return stops.flatMap(({ companyId, at }) => {
    const until = Math.min(...lifts.filter((lift) => lift.at >= at).map((lift) => lift.at))
    const late = world.phones.arrivals.filter(
      (arrival) =>
        arrival.at > at &&
        arrival.at < until &&
        (companyId === undefined || companyOf.get(arrival.connectionId) === companyId),
    )
    return [...Map.groupBy(late, ({ connectionId }) => connectionId)].flatMap(([connectionId, arrivals]) => {
      const people = new Set(arrivals.map(({ number }) => number))
      return people.size > 1 ? [`${people.size} messages of ${connectionId} left after a stop of all`] : []
    })
  })
}

/** A command under way when its window closed may still be carried out. Windows open by the sender's clock. */
const CLOSING_MS = COMMAND_USABLE_MS

function windowsAreKept({ world, script }: Outcome): string[] {
  if (script.campaigns !== 'windows') return []
  return world.phones.arrivals
    .filter(
      ({ at }) =>
        ![at, at - CLOSING_MS, at + MOST_SKEW_MS].some((one) => isOpen(WINDOWS, 'America/Sao_Paulo', one)),
    )
    .map(({ number }) => `${number} got a message outside the send windows`)
}

/** Only people who answered yes get the message itself, after their answer. */
function onlyWhoSaidYesGetsIt({ world, script, replies }: Outcome): string[] {
  if (script.campaigns !== 'asked') return []
  return world.phones.arrivals
    .filter(({ text }) => !text.endsWith('?'))
    .filter(
      ({ number, connectionId, at }) =>
        !replies.some(
          (reply) =>
            reply.number === number &&
            reply.connectionId === connectionId &&
            reply.at <= at &&
            /^(sim|Quero!)$/.test(reply.text),
        ),
    )
    .map(({ number }) => `${number} got the message without a yes`)
}

/** A SENDED recipient has every part, in the order in which the parts were written. */
function partsComeTogether({ world, script, mayComeAgain }: Outcome): string[] {
  if (script.campaigns !== 'parts') return []
  const got = Map.groupBy(world.phones.arrivals, ({ number }) => number)
  const kinds = (number: string) =>
    (got.get(number) ?? []).map(({ text }) => /^(card|document)/.exec(text)?.[0] ?? 'text')
  return recipientsIn(world)
    .filter(({ status, number }) => status === 'SENDED' && !mayComeAgain.includes(number))
    .filter(({ number }) => kinds(number).join() !== 'text,card,document')
    .map(({ number }) => `${number} is SENDED and got ${kinds(number).join()}`)
}

function countersEqualLedger({ world }: Outcome): string[] {
  return campaignsIn(world).flatMap((campaign) => {
    const rows = recipientsIn(world).filter(({ ledger }) => ledger === campaign.ledger)
    const count = (wanted: (row: (typeof rows)[number]) => boolean) => rows.filter(wanted).length
    const isOpenRow = ({ status }: (typeof rows)[number]) => status !== 'SENDED' && status !== 'FAILED'
    const saidYes = ({ confirmation }: (typeof rows)[number]) => confirmation === 'YES'
    const ledger = {
      sent: count(({ status }) => status === 'SENDED'),
      failed: count(({ status }) => status === 'FAILED'),
      blocked: count(({ block }) => block),
      open: count(isOpenRow),
      received: count(({ deliveredAt }) => deliveredAt !== undefined),
      awaiting: count(({ status }) => status === 'AWAITING'),
      confirmed: count((row) => isOpenRow(row) && saidYes(row)),
      confirmedAndSent: count((row) => row.status === 'SENDED' && saidYes(row)),
      replied: count(({ repliedAt }) => repliedAt !== undefined),
    }
    const { sent, failed, blocked, open, received, ...rest } = countsIn(world, campaign.id)
    const { awaiting, confirmed, confirmedAndSent, replied } = rest
    const counters = {
      sent,
      failed,
      blocked,
      open,
      received,
      awaiting,
      confirmed,
      confirmedAndSent,
      replied,
    }
    return JSON.stringify(ledger) === JSON.stringify(counters)
      ? []
      : [`counters ${JSON.stringify(counters)} are not the ledger's ${JSON.stringify(ledger)}`]
  })
}

/** Between two people, since a message may have several parts. */
function neverBursts({ world, script }: Outcome): string[] {
  if (script.campaigns === 'fast') return []
  const accounts = Map.groupBy(world.phones.arrivals, ({ account }) => account)
  return [...accounts.values()].flatMap((arrivals) =>
    arrivals.slice(1).flatMap(({ at, number }, index) => {
      const before = arrivals[index]
      if (!before || before.number === number) return []
      const gap = at - before.at
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
    // A command under way before the block may still be carried out.
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
    .filter(
      ({ connectionId, text }) => !text.includes(companyOf.get(connectionId) ?? '?') && text !== 'document ',
    )
    .map(({ text }) => `"${text}" left through another company's connection`)
}

function onlyOwnersWrite({ world }: Outcome): string[] {
  return world.phones.arrivals
    .filter(({ owned }) => !owned)
    .map(({ number }) => `${number} was written to without the lease`)
}
