import { firstOf } from '../../first-of.ts'
import type { Recipient } from '../ledger/recipient.ts'
import type { Chain, Lane } from './chain.ts'
import type { Sending, Turn } from './turn.ts'

export const isToSend = (turn: Turn): turn is Sending => turn.kind === 'send'

/** The recipients that this step hands over. */
export interface Chosen {
  recipients: Recipient[]
  /** The campaign whose turn was last. */
  lastCampaign?: string
  laneOf(turn: Exclude<Turn, { kind: 'done' }>): Lane
}

export const NOBODY: Chosen = { recipients: [], laneOf: ({ lane }) => lane }

/** Campaigns alternate recipient by recipient, beginning with the lane whose turn it is. */
export function chosenOf(chain: Chain, turns: Turn[], wanted: number): Chosen {
  const start = turns.length > 0 ? chain.turn % turns.length : 0
  const sending = [...turns.slice(start), ...firstOf(turns, start)].filter(isToSend)
  const recipients: Recipient[] = []
  const taken = new Map<Turn, number>()
  for (let round = 0; recipients.length < wanted; round++) {
    const row = sending.filter((turn) => turn.recipients.length > round)
    if (row.length === 0) break
    for (const turn of firstOf(row, wanted - recipients.length)) {
      recipients.push(...turn.recipients.slice(round, round + 1))
      taken.set(turn, round + 1)
    }
  }
  const lastCampaign = recipients.at(-1)?.campaignId
  return {
    recipients,
    ...(lastCampaign !== undefined && { lastCampaign }),
    laneOf: (turn) => {
      const count = taken.get(turn)
      return turn.kind === 'send' && count !== undefined ? turn.after(count) : turn.lane
    },
  }
}
