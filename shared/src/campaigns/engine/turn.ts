import type { CampaignCounts } from '../ledger/counts.ts'
import type { Recipient } from '../ledger/recipient.ts'
import type { StoredCampaign } from '../store/campaigns.ts'
import type { Chain, Lane } from './chain.ts'

/** The next recipients of a lane. */
export interface Sending {
  kind: 'send'
  lane: Lane
  recipients: Recipient[]
  /** They are the last recipients of the lane. */
  last: boolean
  /** The lane after the first `taken` recipients are handed over. */
  after(taken: number): Lane
}

/** What a look at a lane found. */
export type Turn =
  | Sending
  /** Nothing to hand over now: messages under way are not settled yet, or more recipients must be looked through. */
  | { kind: 'wait'; lane: Lane }
  /** The remaining recipients are held, postponed, or asked without an answer. Milliseconds since 1970. */
  | { kind: 'rest'; lane: Lane; until: number }
  | { kind: 'done' }

/** A lane with the data that a look at it needs. */
export interface Look {
  chain: Chain
  lane: Lane
  campaign: StoredCampaign
  ledger: string
  counts: CampaignCounts
  /** False for cancelled and paused campaigns: they keep their lane until the messages under way are settled. */
  sending: boolean
  /** The most recipients that may be handed over at once. */
  wanted: number
}

export const handedOver = (lane: Lane, taken: number): Lane => ({
  ...lane,
  handed: (lane.handed ?? 0) + taken,
})
