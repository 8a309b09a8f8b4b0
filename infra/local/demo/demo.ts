import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../demo-data.ts'
import { Attendant } from './attendant.ts'
import { Client, Phones } from './client.ts'
import { Customer } from './customer.ts'
import { ATTENDANTS, CUSTOMERS, LISTED, MEMBERS, SHOP } from './people.ts'
import { GROUP, prepareDemo } from './prepare.ts'
import { GROUP_TALK, SCENES } from './scenes.ts'

/** How often everybody looks at their phones and screens, in milliseconds. */
const EVERY_MS = 1500
/** The most conversations at a time, and how often a new one begins, in milliseconds. */
const MOST_SCENES = 9
const SCENE_EVERY_MS = 12_000
/** How often somebody writes in the group, in milliseconds. */
const GROUP_EVERY_MS = 45_000

export interface Demo {
  stop: () => void
}

/**
 * Fills the company `Demonstração` with life: customers who write, two attendants who answer, and a campaign.
 * @param pace factor of all pauses: 1 for that of people
 * @returns how to end it
 */
export async function startDemo(origin: string, pace = 1): Promise<Demo> {
  const phones = new Phones(origin)
  // What phones hold of earlier runs is not answered.
  await phones.news()
  await prepareDemo(origin, phones)
  const customers = new Map(
    CUSTOMERS.map((person) => [person.number, new Customer(person, phones, Math.random, pace)]),
  )
  const clients = await Promise.all(
    ATTENDANTS.map(({ email }) => Client.signIn(origin, email, DEMO_PASSWORD)),
  )
  const attendants = await Promise.all(clients.map((client) => Attendant.arrive(client, { customers, pace })))
  const play = new Play({ phones, customers, attendants, pace })
  const stopped = new AbortController()
  void keepPlaying(play, EVERY_MS * pace, stopped.signal)
  return { stop: () => stopped.abort() }
}

async function keepPlaying(play: Play, everyMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await play.beat(Date.now())
    } catch (error) {
      // A part of the system is starting anew, or the whole is being stopped.
      if (!signal.aborted) console.warn(`demo: ${error}`)
    }
    await pause(everyMs)
  }
}

interface Players {
  phones: Phones
  customers: ReadonlyMap<string, Customer>
  attendants: readonly Attendant[]
  pace: number
}

/** Everybody who acts, and when they act next, in milliseconds since 1970. */
class Play {
  readonly #phones: Phones
  readonly #customers: ReadonlyMap<string, Customer>
  readonly #attendants: readonly Attendant[]
  readonly #pace: number
  #sceneAt = 0
  #scenes = 0
  #groupAt = 0
  #words = 0

  constructor({ phones, customers, attendants, pace }: Players) {
    this.#phones = phones
    this.#customers = customers
    this.#attendants = attendants
    this.#pace = pace
  }

  async beat(now: number): Promise<void> {
    this.#beginScene(now)
    await this.#talkInGroup(now)
    for (const message of await this.#phones.news())
      if (!message.fromMe && message.chat === SHOP)
        await this.#customers.get(message.phone)?.receive(message, now)
    for (const customer of this.#customers.values()) await customer.write(now)
    for (const attendant of this.#attendants) await attendant.live(now)
  }

  /** The next conversation, by somebody who has none. */
  #beginScene(now: number): void {
    const customers = [...this.#customers.values()]
    const writers = customers.slice(LISTED.length)
    const free = writers.slice(this.#scenes % writers.length).find(({ isBusy }) => !isBusy)
    const isFull = customers.filter(({ isBusy }) => isBusy).length >= MOST_SCENES
    const scene = SCENES[this.#scenes % SCENES.length]
    if (now < this.#sceneAt || !scene || !free || isFull) return
    free.begin(scene, now)
    this.#scenes += 1
    this.#sceneAt = now + SCENE_EVERY_MS * this.#pace
  }

  async #talkInGroup(now: number): Promise<void> {
    if (now < this.#groupAt) return
    this.#groupAt = now + GROUP_EVERY_MS * this.#pace
    const group = (await this.#phones.groups()).find(({ subject }) => subject === GROUP)
    const text = GROUP_TALK[this.#words % GROUP_TALK.length]
    const member = MEMBERS[this.#words++ % MEMBERS.length]
    if (group && text && member) await this.#phones.write(member.number, { to: group.id, type: 'text', text })
  }
}
