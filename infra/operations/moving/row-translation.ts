import { createHash, randomBytes } from 'node:crypto'
import type { StoredConnection } from '@recado/shared/connections/store'
import { INTEGRATION_KEY, openTokenBy, sealTokenBy } from '@recado/shared/integration/token-seal'
import { SealBroken } from '@recado/shared/secrets/seal'
import { secretValues } from '@recado/shared/secrets/values'
import { openTotp, sealTotp, TOTP_KEY } from '@recado/shared/sessions/totp-seal'
import type { Row } from '@recado/shared/table/table'
import { OperationError } from '../command.ts'
import type { StoredSecrets } from '../secrets.ts'

type Values = [string, ...string[]]

/** A row of any kind. */
export type AnyRow = Row<{ [attribute: string]: unknown }>

/** Sockets of browsers, sessions and questions to the socket service belong to their deployment. */
const STAYING = ['SOCKETS', 'SESSIONS', 'ASKS']

/** Reasons that are as true without keys. Any other end of a connection would be undone by opening it again. */
const ENDED_WITHOUT_KEYS = ['DISCONNECTED_BY_USER', 'LOGGED_OUT', 'QR_NOT_SCANNED']

/**
 * The rows that differ at the target. A connection has no keys there, so it waits for a new QR code. Secrets of
 * authenticators and tokens of other platforms are sealed with the target's secrets.
 */
export class RowTranslation {
  readonly #companyId: string
  readonly #source: SealKeys
  readonly #target: SealKeys

  constructor(companyId: string, source: StoredSecrets, target: StoredSecrets) {
    this.#companyId = companyId
    this.#source = new SealKeys(source, false)
    this.#target = new SealKeys(target, true)
  }

  /** Whether a row is left out. The company's own row is written by the register. An expired row is as good as deleted. */
  isLeftOut({ pk, sk, expiresAt }: AnyRow, now: number): boolean {
    if (STAYING.includes(pk) || (pk === 'COMPANY' && sk === 'COMPANY')) return true
    return expiresAt !== undefined && expiresAt * 1000 <= now
  }

  /** A source's row as it is stored at the target. */
  async forTarget(row: AnyRow): Promise<AnyRow> {
    if (row.pk === 'CONNECTIONS') return withoutKeys(row)
    const seal = sealOf(row)
    if (!seal) return row
    const text = await this.#opened(this.#source, row)
    if (text === undefined) return row
    return { ...row, sealed: seal.close(await this.#target.values(seal.secret), this.#companyId, text) }
  }

  /** Digest of what a row at the source says, equal to that of its copy. */
  sourceDigest = async (row: AnyRow): Promise<string> =>
    digestOf(row.pk === 'CONNECTIONS' ? withoutKeys(row) : await this.#plain(this.#source, row))

  targetDigest = async (row: AnyRow): Promise<string> => digestOf(await this.#plain(this.#target, row))

  async #plain(keys: SealKeys, row: AnyRow): Promise<object> {
    const text = await this.#opened(keys, row)
    return text === undefined ? row : { ...row, sealed: `opened:${text}` }
  }

  /** The sealed text of a row; undefined for a row without one, or if no key opens it. */
  async #opened(keys: SealKeys, row: AnyRow): Promise<string | undefined> {
    const seal = sealOf(row)
    if (!seal || typeof row.sealed !== 'string') return undefined
    try {
      return seal.open(await keys.values(seal.secret), this.#companyId, row.sealed)
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      return undefined
    }
  }
}

/** How a row's `sealed` is opened and closed. */
interface Seal {
  secret: string
  open(values: Values, companyId: string, sealed: string): string
  close(values: Values, companyId: string, text: string): string
}

function sealOf({ pk, sk, sealed }: AnyRow): Seal | undefined {
  if (typeof sealed !== 'string') return undefined
  if (pk === 'COMPANY' && sk === 'INTEGRATION')
    return { secret: INTEGRATION_KEY, open: openTokenBy, close: sealTokenBy }
  if (pk !== 'TOTP') return undefined
  const account = (companyId: string) => ({ companyId, userId: sk })
  return {
    secret: TOTP_KEY,
    open: (values, companyId, text) => openTotp(values, account(companyId), text),
    close: (values, companyId, text) => sealTotp(values, account(companyId), text),
  }
}

/** A connection whose keys stayed behind. The fence would keep the target's tasks from writing to it. */
function withoutKeys({ fence: _, ...row }: AnyRow): AnyRow {
  const isEnded = ENDED_WITHOUT_KEYS.includes(String(row.statusReason)) && row.status === 'DISCONNECTED'
  const unlinked: Partial<StoredConnection> = {
    wanted: 'closed',
    status: 'DISCONNECTED',
    number: null,
    profileName: null,
    pendingNumber: null,
    qrcode: '',
    retries: 0,
  }
  return { ...row, ...unlinked, ...(!isEnded && { statusReason: 'DISCONNECTED_BY_USER' }) }
}

/** The values of a deployment's secrets, read once. */
class SealKeys {
  readonly #secrets: StoredSecrets
  readonly #isMade: boolean
  readonly #read = new Map<string, Promise<Values>>()

  /** @param isMade whether a missing secret is made: a local system makes one at its first use */
  constructor(secrets: StoredSecrets, isMade: boolean) {
    this.#secrets = secrets
    this.#isMade = isMade
  }

  values(name: string): Promise<Values> {
    const known = this.#read.get(name) ?? this.#values(name)
    this.#read.set(name, known)
    return known
  }

  async #values(name: string): Promise<Values> {
    const text = await this.#secrets.read(name)
    if (text) return secretValues(text)
    if (!this.#isMade) throw new OperationError(`The secret ${name} is missing, and rows are sealed with it.`)
    const made = randomBytes(48).toString('base64')
    await this.#secrets.write(name, made)
    return [made]
  }
}

const digestOf = (row: object): string => createHash('sha256').update(ordered(row)).digest('hex')

/** JSON with the attributes of each object in alphabetical order. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
