import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's first choice: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** argon2id as `argon2id$memory$passes$parallelism$salt$hash`. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await derive('argon2id', { message: password, nonce, ...cost })
  const { memory, passes, parallelism } = cost
  return ['argon2id', memory, passes, parallelism, nonce.toString('base64'), hash.toString('base64')].join(
    '$',
  )
}

/** Takes the same time without a stored password: for an unknown user, and for one without a password yet. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = (stored ?? NOBODY).split('$')
  const expected = Buffer.from(hash, 'base64')
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  }
  const derived = await derive('argon2id', { message: password, nonce: Buffer.from(salt, 'base64'), ...cost })
  return timingSafeEqual(derived, expected) && typeof stored === 'string'
}

const NOBODY = `argon2id$${COST.memory}$${COST.passes}$${COST.parallelism}$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(32).toString('base64')}`
