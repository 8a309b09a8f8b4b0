import type { TextKey } from '../i18n/index.ts'

/** Failures that need no code behind their words. */
const REASONS = {
  NOT_CONNECTED: 'tickets.send.notConnected',
  NOT_PREPARED: 'tickets.send.notPrepared',
  SKIPPED_STOPPED: 'tickets.send.stopped',
  SKIPPED_NOT_IN_GROUP: 'shippings.reasons.SKIPPED_NOT_IN_GROUP',
  SKIPPED_ONLY_ADMINS: 'shippings.reasons.SKIPPED_ONLY_ADMINS',
  BLOCKED: 'schedules.reasons.BLOCKED',
  NO_DEVICE: 'shippings.reasons.NO_DEVICE',
  NO_KEYS: 'shippings.reasons.NO_KEYS',
  NO_ANSWER: 'shippings.reasons.NO_ANSWER',
} as const

const isNamed = (code: string | null): code is keyof typeof REASONS =>
  code !== null && Object.hasOwn(REASONS, code)

/**
 * Why a message did not leave.
 * @param code the failure of the message, which may be WhatsApp's own
 * @param isStranger whether the person has never written: a number without devices then has no WhatsApp
 */
export function failureWords(
  code: string | null,
  t: (key: TextKey) => string,
  isStranger: boolean = false,
): string {
  if (code === 'NO_DEVICE' && isStranger) return t('tickets.send.noWhatsApp')
  if (isNamed(code)) return t(REASONS[code])
  return [t('tickets.send.refused'), code && `(${code})`].filter(Boolean).join(' ')
}
