import type { Mutant } from './mutants.ts'
import { GAPS, type Happening, happens, MINUTE, type Moment, type Script, TEXTS } from './script.ts'

const script = (moments: Moment[], seed = 1, shop: Partial<Script['shop']> = {}): Script => ({
  seed,
  shop: {
    queues: 2,
    hours: 'always',
    reopens: true,
    endsInSilence: false,
    offers: false,
    refusesLids: false,
    skew: 0,
    ...shop,
  },
  moments,
})

/** What happens side by side, five seconds after the moment before. */
const then = (...happenings: Happening[]): Moment => ({ gap: 0, happenings })
const afterMinutes = (minutes: number, ...happenings: Happening[]): Moment => ({
  gap: GAPS.findIndex((gap) => gap === minutes * MINUTE),
  happenings,
})

const BRUNO = 1
/** Choices of a call: what an earlier look showed; the ticket in the menu enters this queue. */
const [OLD_VIEW, IN_SALES] = [3, 1]
const says = (text: string): Happening =>
  happens('writes', { choice: TEXTS.findIndex((one) => one.text === text) })
const writes = says('oi')
/** By LID alone. */
const writesByLid = happens('writesByLid', { choice: 13 })
const learns = happens('learns')
const answers = happens('answers')
const closes = happens('closes')
/** The acknowledgements come later. */
const unacknowledged = happens('sends', { choice: 1 })

/** Scripts that detect mutants which random scripts do not detect at once. */
export const FINDS: { [M in Mutant]?: Script } = {
  'accept unconditioned': script(
    [then(writes), then(happens('accepts', { who: BRUNO }), happens('accepts'))],
    1,
    { queues: 1 },
  ),
  'close without live check': script([then(writes), then(answers), then(closes, writes, writes)], 6),
  'seq without condition': script([then(writes), then(writes, writes)], 3),
  // The greeting is the fifth write.
  'flag apart from message': script([then(happens('writes', { fault: [4, 'dies before'] }))]),
  // An attendant reads what an earlier look showed.
  'unread reset to 0': script([
    then(writes),
    then(answers),
    then(happens('notes')),
    then(writes),
    then(happens('reads', { choice: OLD_VIEW })),
  ]),
  'slot outside the transaction': script([
    then(writes),
    then(happens('accepts', { choice: IN_SALES, fault: [1, 'dies before'] })),
  ]),
  'thanks anywhere': script([then(writes), then(answers), then(closes), then(says('obrigado, e o boleto?'))]),
  'rate by Number()': script([then(writes), then(answers), then(closes), then(says('2500'))]),
  'menu after campaign': script([then(happens('campaign')), then(writes)]),
  'merge leaves live row': script([then(writes), then(writesByLid), then(learns)]),
  'refusal is final': script([then(writes), then(answers), then(happens('sends'))], 1, { refusesLids: true }),
  'note sendable': script([
    then(writes),
    then(answers),
    then(happens('notes')),
    then(happens('forwards')),
    then(happens('sends')),
  ]),
}

/** Scripts that broke an invariant before. */
export const FOUND: Script[] = [
  // The customer of a ticket that had closed long ago wrote again, and no delivery could store the message.
  script([then(writes), then(answers), then(closes), afterMinutes(45, writes)]),
  // A LID learned its number before a sent message was acknowledged, and the acknowledgement did not find it.
  script([then(writesByLid), then(unacknowledged), then(learns)]),
  // A message was claimed for sending while it moved to the number, and waited again afterwards.
  script([then(writesByLid, writes), then(unacknowledged, learns)], 52),
  // A closed ticket was opened while its conversation moved, and stayed behind.
  script([then(writesByLid), then(answers), then(closes), then(happens('changes'), learns)], 15),
  // The number was told of yesterday's closure and the LID of today's. Both together were told of today's again.
  script([afterMinutes(420, writes), afterMinutes(1500, writesByLid), then(learns), then(writes)], 1, {
    hours: 'company',
  }),
  // A ticket closed while another one was merged into it, and the customer waited in the closed ticket.
  script([then(writes), then(answers), then(writesByLid), then(closes, learns)], 8, { reopens: false }),
  // Two deliveries numbered the messages of merged tickets while a message came late, and one number came twice.
  script(
    [
      then(writes),
      then(writesByLid),
      then(happens('writes', { late: 1 }), writesByLid),
      then(writes, happens('learns', { again: 1 })),
    ],
    58,
  ),
  // A LID learned its number while an acknowledgement was recorded, which found the message where it had been.
  script(
    [
      then(writesByLid),
      then(unacknowledged, happens('writes', { customer: 1 }), happens('writes', { customer: 2 })),
      then(happens('sends'), learns),
    ],
    25,
  ),
  // A ticket closed while its customer waited. An attendant opened it again, and its customer waited no more.
  script([then(writes), then(closes), then(happens('accepts'))]),
  // The same, but the phone answered the customer in between.
  script([then(writes), then(closes), then(happens('phone', { choice: 1 })), then(happens('accepts'))]),
  // Two senders had an answer. It waited again after its refusal, and the second one sent it to the refused address once more.
  script(
    [then(writes, { ...happens('writesInGroup'), again: 1 }), then(happens('sends'), happens('sends'))],
    25,
    {
      refusesLids: true,
    },
  ),
  // A number that was written before the question for a rate came after it, and counted as the rate.
  script([
    then(writes),
    then(answers),
    then({ ...says('2'), late: 2 }),
    then(closes),
    then(happens('writes', { customer: 1 })),
  ]),
]
