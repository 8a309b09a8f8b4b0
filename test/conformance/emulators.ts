/** Where an emulator is not as AWS is, and what we do about it. */
interface Deviation {
  does: string
  we: string
}

type Deviations = Readonly<Record<string, Deviation>>

const takesLongDelays: Deviation = {
  does: 'takes longer ones',
  we: 'never send one: delaySeconds() ends at 900',
}

const takesLongNames: Deviation = {
  does: 'takes longer ones',
  we: 'measure ours in test/unit/queue-bodies.test.ts',
}

const takesAnyForm: Deviation = {
  does: 'takes a form as it comes, whatever its policy says',
  we: 'look at the policy itself (test/integration/imports.test.ts), and at what becomes of it in LocalStack',
}

const takesAnyAddress: Deviation = {
  does: 'looks at no signature and no time',
  we: 'look at both in LocalStack; here whoever reaches the bucket is on this machine',
}

const handsOutInOrder: Deviation = {
  does: 'hands messages out in the order they came',
  we: 'see how it is in the local system, where fauxqs is made to share as AWS says that SQS does',
}

/**
 * The emulators that the product is run or tested with. What is listed here must fail, so that the list is true;
 * everything else must hold. `local` is what the local system is made of: dynoxide and fauxqs;
 * `ministack` is looked at as test:deploy starts it, with IAM in force.
 */
export const EMULATORS: Readonly<Record<string, Deviations>> = {
  local: {
    'a start outside of the range is refused': {
      does: 'goes on from there',
      we: 'start where the last answer of the same range ended, and nowhere else',
    },
    'a delay is of 900 seconds at most': takesLongDelays,
    'of a batch that is deleted each message goes or stays by itself': {
      does: 'says of every receipt that its message is deleted',
      we: 'count on no such answer: a message that stays comes again, and its work is done once',
    },
    'names of groups and of messages have 128 characters at most': takesLongNames,
    'a standard queue takes a message’s group, and gives it back with the message': {
      does: 'forgets the group',
      we: 'read the company from the message (infra/local/fair-queues.ts)',
    },
    'what waits for its use has its tag, however it was sent, and what stays has none': {
      does: 'keeps no tags',
      we: 'look at them in LocalStack; nothing but the bucket’s own rule reads them',
    },
    'not from another address, nor with another signature': takesAnyAddress,
    'nor when it is late': takesAnyAddress,
    'an object that is sent is no larger than was said, and not empty': takesAnyForm,
    'it is of the type that was said': takesAnyForm,
    'it lies where it was said': takesAnyForm,
    'it has the tag that was said': takesAnyForm,
    'a form with another signature is refused': takesAnyForm,
    'a form is refused when it is late': takesAnyForm,
  },
  localstack: {
    'a delay is of 900 seconds at most': takesLongDelays,
    'a company with a backlog does not hold up the message of another one in a fair queue': handsOutInOrder,
    'what is handed back is there again while another group is at work': {
      does: 'keeps it until what was taken before it is done or is visible again',
      we: 'ask again and again: there a command that was handed back comes later, and in its order',
    },
    'it is refused as such, whatever its conditions say': {
      does: 'looks at the conditions first',
      we: 'take both for a refusal, and name no row twice',
    },
    'a condition that fails is told, also where another write cannot be made at all': {
      does: 'tells of the other write alone',
      we: 'add to numbers only; such a transaction is a bug, and refused as a whole',
    },
    'a form with another signature is refused': {
      does: 'looks at a form’s policy and not at its signature',
      we: 'leave the signature to the SDK; that it is looked at is seen in ministack',
    },
  },
  ministack: {
    'a company with a backlog does not hold up the message of another one in a fair queue': handsOutInOrder,
    'a batch ends at 16 MB, and says which keys are left': {
      does: 'answers all of it',
      we: 'ask again for what is left, which the others leave',
    },
    'a delay is of 900 seconds at most': takesLongDelays,
    'names of groups and of messages have 128 characters at most': takesLongNames,
    'what waits for its use has its tag, however it was sent, and what stays has none': {
      does: 'keeps no tag of what comes in parts or with a form',
      we: 'look at them in LocalStack; nothing but the bucket’s own rule reads them',
    },
  },
}

/** The deviations of an emulator. @throws where nobody knows it */
export function deviationsOf(name: string): Deviations {
  const deviations = EMULATORS[name]
  if (!deviations)
    throw new Error(`CONFORMANCE_OF is ${name}; known are ${Object.keys(EMULATORS).join(', ')}`)
  return deviations
}
