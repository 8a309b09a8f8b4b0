import type { useTexts } from '../i18n/use-texts.ts'

/** Failures that need no code behind their words. */
const REASONS = {
  NOT_CONNECTED: 'tickets.send.notConnected',
  SKIPPED_STOPPED: 'tickets.send.stopped',
} as const

const isNamed = (code: string | null): code is keyof typeof REASONS =>
  code !== null && Object.hasOwn(REASONS, code)

/** Why a message did not leave. @param code the failure of the message, which may be WhatsApp's own */
export function failureWords(code: string | null, t: ReturnType<typeof useTexts>['t']): string {
  if (isNamed(code)) return t(REASONS[code])
  return [t('tickets.send.refused'), code && `(${code})`].filter(Boolean).join(' ')
}
