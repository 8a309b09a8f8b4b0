import { rememberAddress } from '@recado/shared/phone-numbers/addresses'
import type { TenantTable } from '@recado/shared/table/tenant'

const AT_ONCE = 40

/** Stores that WhatsApp was asked about these numbers and has them. Otherwise a campaign asks about 40 a minute. */
export async function lookedUp(table: TenantTable, numbers: readonly string[]): Promise<void> {
  for (let from = 0; from < numbers.length; from += AT_ONCE)
    await Promise.all(
      numbers
        .slice(from, from + AT_ONCE)
        .map((number) =>
          rememberAddress(table, number, { exists: true, jid: `${number}@s.whatsapp.net` }, Date.now()),
        ),
    )
}
