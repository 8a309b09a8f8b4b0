/** A difference between an emulator and AWS, with our workaround. */
interface Deviation {
  does: string
  we: string
}

type Deviations = Readonly<Record<string, Deviation>>

const takesLongDelays: Deviation = {
  does: 'accepts longer ones',
  we: 'never send one: delaySeconds() ends at 900',
}

const takesLongNames: Deviation = {
  does: 'accepts longer ones',
  we: 'measure ours in test/unit/queue-bodies.test.ts',
}

const takesAnyForm: Deviation = {
  does: 'accepts any form and ignores its policy',
  we: 'test the policy itself (test/integration/imports.test.ts), and its effect in LocalStack',
}

const takesAnyAddress: Deviation = {
  does: 'checks no signature and no time',
  we: 'test both in LocalStack; here only this machine reaches the bucket',
}

const takesStartAtEnd: Deviation = {
  does: 'answers that no row is behind it',
  we: 'send no such key (shared/src/table/start-key.ts)',
}

const handsOutInOrder: Deviation = {
  does: 'hands messages out in the order of arrival',
  we: 'test it in the local system, where fauxqs is made to share as AWS documents for SQS',
}

/**
 * The emulators that the product is run or tested with. A listed check must fail, so the list stays true.
 * Every other check must hold. `local` is the local system: dynoxide and fauxqs.
 * `ministack` is tested as test:deploy starts it, with IAM enforced.
 */
export const EMULATORS: Readonly<Record<string, Deviations>> = {
  local: {
    'a start key outside the range is refused': {
      does: 'continues from there',
      we: 'send no such key (shared/src/table/start-key.ts)',
    },
    'a start key at the end of the range is refused': takesStartAtEnd,
    'a delay has 900 seconds at most': takesLongDelays,
    'in a batch deletion each message succeeds or fails by itself': {
      does: 'reports every message as deleted',
      we: 'do not rely on this answer: a message that stays is delivered again, and its work is done once',
    },
    'names of groups and of messages have 128 characters at most': takesLongNames,
    'a standard queue accepts a message’s group and returns it with the message': {
      does: 'forgets the group',
      we: 'read the company from the message (infra/local/fair-queues.ts)',
    },
    'an unused upload has its tag, with any way of upload, and a permanent file has none': {
      does: 'keeps no tags',
      we: 'test them in LocalStack; only the bucket’s own rule reads them',
    },
    'a browser saves an object under the name that its presigned address gives': {
      does: 'ignores the headers that an address asks for',
      we: 'test them in LocalStack; here the app and its files have one origin, where the name of a link counts',
    },
    'a download with another address or another signature is refused': takesAnyAddress,
    'a late download is refused': takesAnyAddress,
    'an uploaded object is not empty and not larger than its form allows': takesAnyForm,
    'an upload with another type than its form is refused': takesAnyForm,
    'an upload to another key than its form is refused': takesAnyForm,
    'an upload with another tag than its form is refused': takesAnyForm,
    'a form with another signature is refused': takesAnyForm,
    'an expired form is refused': takesAnyForm,
  },
  localstack: {
    'a delay has 900 seconds at most': takesLongDelays,
    'in a fair queue, a company with a backlog does not delay another company’s message': handsOutInOrder,
    'a returned message is available again while another group is in flight': {
      does: 'keeps it until the messages taken earlier are done or visible again',
      we: 'poll repeatedly: a returned command arrives later there, and in its order',
    },
    'a transaction with two writes of one row is refused as invalid, with any conditions': {
      does: 'checks the conditions first',
      we: 'treat both as a refusal, and never name a row twice',
    },
    'a failed condition is reported even if another write is impossible': {
      does: 'reports only the other write',
      we: 'add only to numbers; such a transaction is a bug, and is refused as a whole',
    },
    'a form with another signature is refused': {
      does: 'checks a form’s policy and not its signature',
      we: 'leave the signature to the SDK; ministack shows that it is checked',
    },
  },
  ministack: {
    'in a fair queue, a company with a backlog does not delay another company’s message': handsOutInOrder,
    'a batch ends at 16 MB and returns the remaining keys': {
      does: 'returns everything',
      we: 'ask again for the remaining keys, which the other emulators leave',
    },
    'a start key at the end of the range is refused': takesStartAtEnd,
    'a delay has 900 seconds at most': takesLongDelays,
    'names of groups and of messages have 128 characters at most': takesLongNames,
    'an unused upload has its tag, with any way of upload, and a permanent file has none': {
      does: 'drops the tag of an upload in parts or with a form',
      we: 'test them in LocalStack; only the bucket’s own rule reads them',
    },
  },
}

/** The deviations of an emulator. @throws for an unknown emulator */
export function deviationsOf(name: string): Deviations {
  const deviations = EMULATORS[name]
  if (!deviations)
    throw new Error(`CONFORMANCE_OF is ${name}; known are ${Object.keys(EMULATORS).join(', ')}`)
  return deviations
}
