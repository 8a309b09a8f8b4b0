import { Unreachable } from '@recado/shared/campaigns/ledger/unreachable'
import { firstOf } from '@recado/shared/first-of'
import {
  isHostedLidUser,
  isHostedPnUser,
  isLidUser,
  isPnUser,
  jidDecode,
  type WASocket,
} from '@whiskeysockets/baileys'
import { refusalCodeOf, TOO_MANY_QUESTIONS } from '../wire/refusal-code.ts'
import type { DeviceLists } from './device-lists.ts'
import { fetchKeys } from './key-question.ts'

/**
 * Codes for a device that does not exist or has no keys. WhatsApp also refuses a whole question with them because of
 * one device (adiwajshing/Baileys#1491).
 */
const OF_A_DEVICE = [404, 406]
/** Pause of all questions about keys after WhatsApp refused one as one too many, in milliseconds. */
const REFUSED_MS = 5 * 60_000
/** Pause after any other error about a whole question, in milliseconds. */
const FAILED_MS = 30_000

/** Sessions looked up at the same time. Those that are not in memory are read from the table. */
const AT_ONCE = 50
/**
 * Devices known to have a session, at some 100 bytes each (estimated). A large group has about 1,000 members, with one to
 * three devices each.
 */
const REMEMBERED = 50_000

/** A device in the library's form. */
interface Device {
  user: string
  device?: number | undefined
  jid: string
}

/**
 * Signal sessions with people's devices. WhatsApp's answer sometimes has an error in place of a device's keys
 * (Baileys#955, Baileys#2522). whatsmeow leaves that device out of the message (send.go, encryptMessageForDevices).
 * This class does the same: it removes the device from the cached device list, which the library writes to.
 */
export class Sessions {
  readonly #socket: () => WASocket
  readonly #lists: DeviceLists
  readonly #now: () => number
  /**
   * By the device's JID, the oldest first. A group's devices are not looked up again for each message. An LRUCache would
   * reserve its whole size for each account.
   */
  readonly #withSession = new Set<string>()
  #heldUntil = 0

  constructor(socket: () => WASocket, lists: DeviceLists, now: () => number) {
    this.#socket = socket
    this.#lists = lists
    this.#now = now
  }

  /** Whether questions about keys pause, because WhatsApp refused one. Accounts that went on asking were banned (decision 8). */
  areHeld(): boolean {
    return this.#now() < this.#heldUntil
  }

  /**
   * @param signal stops the questions
   * @returns whether there is a session with a device of this person
   * @throws Unreachable for a person without a session while WhatsApp refuses questions about keys; or when the connection
   * has closed
   */
  async reach(jid: string, devices: readonly Device[], signal: AbortSignal): Promise<boolean> {
    const person = jidDecode(jid)?.user
    // Look again, because a session may have been deleted. The send reads the same rows anyway.
    for (const device of devices) this.#withSession.delete(device.jid)
    const missing = new Set(await this.#withoutSession(devices, signal))
    const reaches = (without: Set<Device>) =>
      devices.some((device) => device.user === person && !without.has(device))
    try {
      return reaches(await this.ensure([...missing], signal))
    } catch (error) {
      if (!(error instanceof Unreachable) || !this.areHeld() || !reaches(missing)) throw error
      for (const device of missing) await this.#lists.leaveOutForNow(device)
      return true
    }
  }

  /**
   * @param signal stops the questions
   * @returns devices without a session, which are left out from now on
   * @throws Unreachable while WhatsApp refuses questions about keys; or when the connection has closed
   */
  async ensure(devices: readonly Device[], signal: AbortSignal): Promise<Set<Device>> {
    const missing = await this.#withoutSession(devices, signal)
    await this.#ask(await this.#lidsOf(missing), signal)
    const without = new Set(await this.#withoutSession(missing, signal))
    for (const device of without) await this.#lists.leaveOut(device)
    return without
  }

  async #withoutSession(devices: readonly Device[], signal: AbortSignal): Promise<Device[]> {
    const { signalRepository } = this.#socket()
    const unknown = devices.filter(({ jid }) => !this.#withSession.has(jid))
    const without: Device[] = []
    for (let at = 0; at < unknown.length; at += AT_ONCE) {
      signal.throwIfAborted()
      const part = unknown.slice(at, at + AT_ONCE)
      const found = await Promise.all(part.map(({ jid }) => signalRepository.validateSession(jid)))
      for (const [index, device] of part.entries()) {
        if (found[index]?.exists) this.#remember(device)
        else without.push(device)
      }
    }
    return without
  }

  #remember({ jid }: Device): void {
    const [oldest] = this.#withSession
    if (oldest !== undefined && this.#withSession.size >= REMEMBERED) this.#withSession.delete(oldest)
    this.#withSession.add(jid)
  }

  /** As the library does, asks for keys of LIDs only: a number without a LID stays without a session. */
  async #lidsOf(devices: readonly Device[]): Promise<string[]> {
    const jids = devices.map(({ jid }) => jid)
    const numbers = jids.filter((jid) => isPnUser(jid) || isHostedPnUser(jid))
    const pairs = await this.#socket().signalRepository.lidMapping.getLIDsForPNs(numbers)
    const lids = jids.filter((jid) => isLidUser(jid) || isHostedLidUser(jid))
    return [...new Set([...lids, ...(pairs ?? []).map(({ lid }) => lid)])]
  }

  /** Searches by halves: in a group of a thousand members, few have no keys. */
  async #ask(lids: readonly string[], signal: AbortSignal): Promise<void> {
    if (lids.length === 0) return
    signal.throwIfAborted()
    if (this.areHeld()) throw new Unreachable('NO_ANSWER')
    try {
      if (!(await fetchKeys(this.#socket(), lids))) throw new Unreachable('NO_ANSWER')
    } catch (error) {
      const code = refusalCodeOf(error)
      if (code === undefined) throw error
      if (!OF_A_DEVICE.includes(code)) throw this.#hold(code)
      if (lids.length === 1) return
      const half = Math.ceil(lids.length / 2)
      await this.#ask(firstOf(lids, half), signal)
      await this.#ask(lids.slice(half), signal)
    }
  }

  #hold(code: number): Unreachable {
    const pause = code === TOO_MANY_QUESTIONS ? REFUSED_MS : FAILED_MS
    this.#heldUntil = Math.max(this.#heldUntil, this.#now() + pause)
    return new Unreachable('NO_ANSWER')
  }
}
