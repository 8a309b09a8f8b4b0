import { ChecksRefused, NumberChecks } from '@recado/fargate-session/questions/number-checks'
import { NumberUnanswered } from '@recado/shared/phone-numbers/addresses'
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const GATHER_MS = 30
const FIVE_MINUTES_MS = 5 * 60_000

/**
 * WhatsApp's look-up of numbers: knows some under its own spelling, reports others as missing, and
 * counts the questions.
 */
class Directory {
  readonly questions: string[][] = []
  /** Numbers that answers leave out. */
  readonly leftOut = new Set<string>()
  /** Whether an answer repeats the requested numbers. */
  repeats = true
  /** Whether no answer comes at all. */
  isSilent = false
  failure: unknown
  readonly #known: ReadonlyMap<string, string>

  /** @param known requested number → the number WhatsApp writes to */
  constructor(known: Record<string, string>) {
    this.#known = new Map(Object.entries(known))
  }

  get socket(): WASocket {
    const query = async (question: BinaryNode) => this.ask(question)
    return { query, generateMessageTag: () => '1' } as Partial<WASocket> as WASocket
  }

  ask(question: BinaryNode): BinaryNode | undefined {
    const numbers = contactsIn(question)
    this.questions.push(numbers)
    if (this.failure !== undefined) throw this.failure
    if (this.isSilent) return undefined
    const users = numbers.filter((number) => !this.leftOut.has(number)).map((number) => this.#user(number))
    const list = { tag: 'list', attrs: {}, content: users }
    return { tag: 'iq', attrs: { type: 'result' }, content: [{ tag: 'usync', attrs: {}, content: [list] }] }
  }

  #user(number: string): BinaryNode {
    const spelled = this.#known.get(number)
    const contact = {
      tag: 'contact',
      attrs: { type: spelled ? 'in' : 'out' },
      ...(this.repeats && { content: Buffer.from(`+${number}`) }),
    }
    return { tag: 'user', attrs: { jid: `${spelled ?? number}@s.whatsapp.net` }, content: [contact] }
  }
}

/** The numbers in a question. */
function contactsIn({ tag, content }: BinaryNode): string[] {
  if (tag === 'contact' && typeof content === 'string') return [content.replace('+', '')]
  return Array.isArray(content) ? content.flatMap(contactsIn) : []
}

const checksOf = (directory: Directory) => new NumberChecks(() => directory.socket, Date.now)
const found = (number: string) => ({ exists: true, jid: `${number}@s.whatsapp.net` })
const NOBODY = { exists: false, jid: null }
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `55119555510${10 + index}`)
const allKnown = (all: string[]) => new Directory(Object.fromEntries(all.map((number) => [number, number])))
/** An answer, or the error instead of it. */
const outcomes = (answers: Promise<unknown>[]) => Promise.allSettled(answers)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a campaign’s questions', () => {
  test('are 40 at once, and then one in a second and a half', async () => {
    const asked = numbers(45)
    const directory = allKnown(asked)
    const checks = checksOf(directory)
    const answers = asked.map((number) => checks.checkInTurn(number))
    await vi.advanceTimersByTimeAsync(1000)
    expect(directory.questions.flat()).toHaveLength(40)
    for (const count of [41, 42, 43, 44, 45]) {
      await vi.advanceTimersByTimeAsync(1500)
      expect(directory.questions.flat()).toHaveLength(count)
    }
    expect(await Promise.all(answers)).toEqual(asked.map(found))
  })

  test('wait for the time that a list’s question took, and the list’s do not wait', async () => {
    const [ofList, ofCampaign] = [numbers(40), '5511955559001']
    const directory = allKnown([...ofList, ofCampaign])
    const checks = checksOf(directory)
    const all = [...ofList.map((number) => checks.check(number)), checks.checkInTurn(ofCampaign)]
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(directory.questions.flat()).toEqual(ofList)
    await vi.advanceTimersByTimeAsync(1500)
    expect(await Promise.all(all)).toHaveLength(41)
  })

  test('are 40 at once again after a minute without any', async () => {
    const asked = numbers(80)
    const directory = allKnown(asked)
    const checks = checksOf(directory)
    for (const number of asked.slice(0, 40)) void checks.checkInTurn(number)
    await vi.advanceTimersByTimeAsync(60_000)
    for (const number of asked.slice(40)) void checks.checkInTurn(number)
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(directory.questions.flat()).toHaveLength(80)
  })
})

describe('questions about numbers', () => {
  test('of one moment are sent as one', async () => {
    const asked = numbers(3)
    const directory = allKnown(asked)
    const checks = checksOf(directory)
    const answers = asked.map((number) => checks.check(number))
    await vi.advanceTimersByTimeAsync(GATHER_MS - 1)
    expect(directory.questions).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(directory.questions).toEqual([asked])
    expect(await Promise.all(answers)).toEqual(asked.map(found))
  })

  test('hold at most 20 numbers, and twenty are sent at once', async () => {
    const asked = numbers(25)
    const directory = allKnown(asked)
    const checks = checksOf(directory)
    const answers = asked.map((number) => checks.check(number))
    expect(directory.questions).toEqual([asked.slice(0, 20)])
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(directory.questions.map(({ length }) => length)).toEqual([20, 5])
    expect(await Promise.all(answers)).toEqual(asked.map(found))
  })

  test('about unknown numbers end without an address and are not repeated', async () => {
    const directory = new Directory({})
    const checks = checksOf(directory)
    const answers = numbers(4).map((number) => checks.check(number))
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(await Promise.all(answers)).toEqual(numbers(4).map(() => NOBODY))
    expect(directory.questions).toHaveLength(1)
  })
})

describe('WhatsApp’s own spelling', () => {
  test('without the ninth digit is matched to its number', async () => {
    const directory = new Directory({ '5585988887777': '558588887777', '5511955551010': '5511955551010' })
    const checks = checksOf(directory)
    const answers = ['5511955551010', '5585988887777', '5511955559999'].map((number) => checks.check(number))
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(await Promise.all(answers)).toEqual([found('5511955551010'), found('558588887777'), NOBODY])
    expect(directory.questions).toHaveLength(1)
  })

  test('that is not one of ours is matched by WhatsApp’s repeated number, or by a question of its own', async () => {
    const argentina = '541155550101'
    const known = { [argentina]: '5491155550101', '5511955551010': '5511955551010' }
    const repeating = new Directory(known)
    const found541 = checksOf(repeating)
    const both = ['5511955551010', argentina].map((number) => found541.check(number))
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(await Promise.all(both)).toEqual([found('5511955551010'), found('5491155550101')])
    expect(repeating.questions).toHaveLength(1)

    const directory = new Directory(known)
    directory.repeats = false
    const checks = checksOf(directory)
    const answers = ['5511955551010', argentina, '5511955559999'].map((number) => checks.check(number))
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(await Promise.all(answers)).toEqual([found('5511955551010'), found('5491155550101'), NOBODY])
    expect(directory.questions.slice(1)).toEqual([[argentina]])
  })

  test('is accepted unchanged for a single number', async () => {
    const checks = checksOf(new Directory({ '541155550101': '5491155550101' }))
    const answer = checks.check('541155550101')
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(await answer).toEqual(found('5491155550101'))
  })
})

describe('a number requested twice at once', () => {
  test('gets two answers', async () => {
    const [number = ''] = numbers(1)
    const checks = checksOf(allKnown([number]))
    const answers = [checks.check(number), checks.check(number)]
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(await Promise.all(answers)).toEqual([found(number), found(number)])
  })
})

describe('a refusal', () => {
  const refusals = [
    new Error('rate-overlimit'),
    Object.assign(new Error('Bad request'), { data: 429 }),
  ] as const

  test.each(refusals)(
    'reaches all callers, and no question is asked for five minutes (%s)',
    async (refusal) => {
      const asked = numbers(2)
      const directory = allKnown(asked)
      const checks = checksOf(directory)
      directory.failure = refusal
      const refused = outcomes(asked.map((number) => checks.check(number)))
      await vi.advanceTimersByTimeAsync(GATHER_MS)
      const until = Date.now() + FIVE_MINUTES_MS
      for (const outcome of await refused)
        expect(outcome).toMatchObject({ status: 'rejected', reason: { until } })

      directory.failure = undefined
      await vi.advanceTimersByTimeAsync(FIVE_MINUTES_MS - 1)
      await expect(checks.check('5511955551010')).rejects.toBeInstanceOf(ChecksRefused)
      expect(directory.questions).toHaveLength(1)

      await vi.advanceTimersByTimeAsync(1)
      const answer = checks.check('5511955551010')
      await vi.advanceTimersByTimeAsync(GATHER_MS)
      expect(await answer).toEqual(found('5511955551010'))
    },
  )

  test('of a single question keeps the answers before it', async () => {
    const directory = new Directory({ '541155550101': '5491155550101', '5511955551010': '5511955551010' })
    directory.leftOut.add('541155550101')
    const checks = checksOf(directory)
    const ask = directory.ask.bind(directory)
    directory.ask = (question) => {
      if (directory.questions.length > 0) throw new Error('rate-overlimit')
      return ask(question)
    }
    const answers = outcomes(['5511955551010', '541155550101'].map((number) => checks.check(number)))
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(await answers).toMatchObject([
      { status: 'fulfilled', value: found('5511955551010') },
      { status: 'rejected', reason: { name: 'ChecksRefused' } },
    ])
  })
})

describe('a refusal of another question', () => {
  const [ana = '', bia = '', caio = '', davi = ''] = numbers(4)
  const SILENT_MS = 30_000
  /** The answers to the questions under way, in the order of the questions. */
  let answers: PromiseWithResolvers<BinaryNode | undefined>[]
  let questions: BinaryNode[]
  const waiting = () => {
    answers = []
    questions = []
    const query = (question: BinaryNode) => {
      const answer = Promise.withResolvers<BinaryNode | undefined>()
      questions.push(question)
      answers.push(answer)
      return answer.promise
    }
    const socket = { query, generateMessageTag: () => '1' } as Partial<WASocket> as WASocket
    return new NumberChecks(() => socket, Date.now)
  }
  /** Asks about these numbers in one question. */
  const ask = async (checks: NumberChecks, asked: string[]) => {
    const outcome = outcomes(asked.map((number) => checks.check(number)))
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    return { outcome }
  }
  const refused = { status: 'rejected', reason: { name: 'ChecksRefused' } }

  test('is not shortened by a question without an answer', async () => {
    const checks = waiting()
    const first = await ask(checks, [ana, bia])
    const second = await ask(checks, [caio, davi])
    answers[1]?.reject(new Error('rate-overlimit'))
    await second.outcome
    answers[0]?.resolve(undefined)
    const until = Date.now() + FIVE_MINUTES_MS
    expect(await first.outcome).toMatchObject([{ reason: { until } }, { reason: { until } }])
    await vi.advanceTimersByTimeAsync(SILENT_MS)
    await expect(checks.check(ana)).rejects.toBeInstanceOf(ChecksRefused)
    expect(questions).toHaveLength(2)
  })

  test('stops the questions about single numbers that an answer left out', async () => {
    const checks = waiting()
    const directory = allKnown([ana, bia])
    directory.leftOut.add(bia)
    const first = await ask(checks, [ana, bia])
    const second = await ask(checks, [caio, davi])
    answers[1]?.reject(new Error('rate-overlimit'))
    await second.outcome
    const [question] = questions
    answers[0]?.resolve(question && directory.ask(question))
    expect(await first.outcome).toMatchObject([{ value: found(ana) }, refused])
    expect(questions).toHaveLength(2)
  })

  test('stops a question that was still being gathered', async () => {
    const checks = waiting()
    await ask(checks, [ana, bia])
    const gathered = outcomes([checks.check(caio)])
    answers[0]?.reject(new Error('rate-overlimit'))
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(await gathered).toMatchObject([refused])
    expect(questions).toHaveLength(1)
  })
})

test('an error of the socket reaches all waiting callers, and the next question is asked', async () => {
  const asked = numbers(3)
  const directory = allKnown(asked)
  const checks = checksOf(directory)
  const closed = new Error('Connection Closed')
  directory.failure = closed
  const failed = outcomes(asked.map((number) => checks.check(number)))
  await vi.advanceTimersByTimeAsync(GATHER_MS)
  expect(await failed).toEqual(asked.map(() => ({ status: 'rejected', reason: closed })))
  directory.failure = undefined
  const answer = checks.check('5511955551010')
  await vi.advanceTimersByTimeAsync(GATHER_MS)
  expect(await answer).toEqual(found('5511955551010'))
})

test('without an open socket every caller gets an error', async () => {
  const checks = new NumberChecks(() => {
    throw new Error('The connection is not open')
  }, Date.now)
  const failed = outcomes(numbers(2).map((number) => checks.check(number)))
  await vi.advanceTimersByTimeAsync(GATHER_MS)
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

describe('no answer', () => {
  const HALF_A_MINUTE_MS = 30_000
  const [ana = '', bia = '', caio = ''] = numbers(3)

  test('to a whole question leaves its numbers open, and pauses questions for half a minute', async () => {
    const directory = allKnown([ana, bia])
    directory.isSilent = true
    const checks = checksOf(directory)
    const answers = outcomes([ana, bia].map((number) => checks.check(number)))
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    for (const outcome of await answers)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'ChecksRefused' } })
    await expect(checks.check(caio)).rejects.toBeInstanceOf(ChecksRefused)
    expect(directory.questions).toHaveLength(1)

    directory.isSilent = false
    await vi.advanceTimersByTimeAsync(HALF_A_MINUTE_MS)
    const answer = checks.check(ana)
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(await answer).toEqual(found(ana))
  })

  test('about one of several numbers causes a question about it alone', async () => {
    const directory = allKnown([ana, bia])
    directory.leftOut.add(bia)
    const checks = checksOf(directory)
    const ask = directory.ask.bind(directory)
    directory.ask = (question) => {
      const answer = ask(question)
      directory.leftOut.clear()
      return answer
    }
    const answers = [ana, bia, caio].map((number) => checks.check(number))
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(await Promise.all(answers)).toEqual([found(ana), found(bia), NOBODY])
    expect(directory.questions).toEqual([[ana, bia, caio], [bia]])
  })

  test('about a single number leaves it open, and repeats the question after growing pauses', async () => {
    const directory = allKnown([ana])
    directory.leftOut.add(ana)
    const checks = checksOf(directory)
    const asked = async () => {
      const [outcome] = await Promise.all([
        outcomes([checks.check(ana)]),
        vi.advanceTimersByTimeAsync(GATHER_MS),
      ])
      return outcome[0]
    }
    for (const pause of [30, 60, 120, 240, 480, 900, 900]) {
      expect(await asked()).toMatchObject({ reason: expect.any(NumberUnanswered) })
      const questions = directory.questions.length
      await vi.advanceTimersByTimeAsync(pause * 1000 - 2 * GATHER_MS)
      expect(await asked()).toMatchObject({ reason: expect.any(NumberUnanswered) })
      expect(directory.questions).toHaveLength(questions)
      await vi.advanceTimersByTimeAsync(2 * GATHER_MS)
    }
    directory.leftOut.clear()
    expect(await asked()).toEqual({ status: 'fulfilled', value: found(ana) })
  })

  test('about all of several numbers does not cause a question about each', async () => {
    const directory = allKnown([ana, bia])
    for (const number of [ana, bia]) directory.leftOut.add(number)
    const checks = checksOf(directory)
    const answers = outcomes([ana, bia].map((number) => checks.check(number)))
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(directory.questions).toHaveLength(1)
  })
})
