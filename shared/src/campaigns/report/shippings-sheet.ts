import { type Clock, clockOf } from '../../calendar/local-date.ts'
import type { Language } from '../../language.ts'
import { numberCell } from '../../phone-numbers/number-cell.ts'
import type { Sheet } from '../../spreadsheets/sheet.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { allRecipients } from '../ledger/ledger.ts'
import { type Recipient, shippingOf } from '../ledger/recipient.ts'
import type { StoredCampaign } from '../store/campaigns.ts'
import { getSettings } from '../store/settings.ts'
import { SHIPPING_COLUMNS, SHIPPING_WORDS } from './shipping-words.ts'

/** Writes a campaign's recipients with their results to a spreadsheet; times are in the company's zone. */
export async function shippingsSheet(
  table: TenantTable,
  { name, ledger }: Pick<StoredCampaign, 'name' | 'ledger'>,
  language: Language,
): Promise<Sheet> {
  const { timezone } = await getSettings(table)
  const { columns } = SHIPPING_WORDS[language]
  return {
    name,
    header: SHIPPING_COLUMNS.map((column) => columns[column]),
    rows: ledger ? rowsOf(table, ledger, clockOf(timezone), language) : [],
  }
}

async function* rowsOf(
  table: TenantTable,
  ledger: string,
  clock: Clock,
  language: Language,
): AsyncGenerator<string[]> {
  for await (const recipient of allRecipients(table, ledger)) yield cellsOf(recipient, clock, language)
}

function cellsOf(recipient: Recipient, clock: Clock, language: Language): string[] {
  const { number, level, variant, failureCode, ...shown } = shippingOf(recipient)
  return [
    shown.contact.name,
    shown.isGroup ? number : numberCell(number),
    statusText(recipient, language),
    SHIPPING_WORDS[language].levels[level],
    String(variant ?? ''),
    reasonText(recipient, language),
    failureCode ?? '',
    ...[shown.sentAt, shown.deliveredAt, shown.readAt, shown.repliedAt].map(clock),
  ]
}

/** The status of a recipient; a blocked one is only blocked. */
export function statusText(
  { status, block }: Pick<Recipient, 'status' | 'block'>,
  language: Language,
): string {
  const { blocked, statuses } = SHIPPING_WORDS[language]
  return block ? blocked : statuses[status]
}

/** The reason of a failure; '' without one. */
export const reasonText = ({ reason }: Pick<Recipient, 'reason'>, language: Language): string =>
  reason ? SHIPPING_WORDS[language].reasons[reason] : ''
