import { firstOf } from '@recado/shared/first-of'
import { parsedJson } from '@recado/shared/json'
import * as z from 'zod'

/** A button has one Pix key beside other ways to pay. */
const MOST_SETTINGS = 20

/** A field that may be missing. The sender may write anything into it. */
const words = z.string().optional().catch(undefined)
const pix = z.object({ merchant_name: words, key_type: words, key: words, code: words })
/**
 * The parameters of a button for payment, `payment_info` with a key or `review_and_pay` with a code. Assumed: they are the
 * fields of Meta's Cloud API (Payments API for Brazil); reported for keys: evolution-api#2220, WAHA#1460.
 */
const payment = z.object({
  payment_settings: z.array(z.unknown()),
  currency: words,
  total_amount: z.object({ value: z.number(), offset: z.number() }).optional().catch(undefined),
})
const setting = z.object({
  pix_static_code: pix.optional().catch(undefined),
  pix_dynamic_code: pix.optional().catch(undefined),
})

/** The lines of a Pix key that a person or a business shares; none for another button. @param json untrusted */
export function pixLines(json: string | null | undefined): string[] {
  const asked = payment.safeParse(parsedJson(json ?? '')).data
  if (!asked) return []
  const lines = firstOf(asked.payment_settings, MOST_SETTINGS).flatMap((one) => {
    const { pix_static_code, pix_dynamic_code } = setting.safeParse(one).data ?? {}
    const { merchant_name, key_type, key, code } = pix_static_code ?? pix_dynamic_code ?? {}
    return [merchant_name, key && `Pix${key_type ? ` (${key_type})` : ''}: ${key}`, code]
  })
  const { value = 0, offset = 1 } = asked.total_amount ?? {}
  return [...lines, totalLine(value / offset, asked.currency)].filter((line) => line !== undefined)
}

/** A total in the sender's currency, written as in Brazil; undefined if there is none. */
export function totalLine(amount: number, currency: string | null | undefined): string | undefined {
  if (!Number.isFinite(amount) || amount <= 0) return undefined
  const isCode = /^[A-Z]{3}$/.test(currency ?? '')
  const money = { style: 'currency', currency: currency ?? '' } as const
  return `Total: ${new Intl.NumberFormat('pt-BR', isCode ? money : {}).format(amount)}`
}
