import { type Clock, clockOf } from '../../calendar/local-date.ts'
import type { AckLevel } from '../../messages/ack-level.ts'
import { numberCell } from '../../phone-numbers/number-cell.ts'
import type { Sheet } from '../../spreadsheets/sheet.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { FailureReason } from '../contract/shipping.ts'
import { allRecipients } from '../ledger/ledger.ts'
import { type Recipient, type RecipientStatus, shippingOf } from '../ledger/recipient.ts'
import type { StoredCampaign } from '../store/campaigns.ts'
import { getSettings } from '../store/settings.ts'

const HEADER = [
  'Nome',
  'Número',
  'Status',
  'Nível',
  'Variante',
  'Motivo',
  'Código',
  'Enviada em',
  'Entregue em',
  'Lida em',
  'Respondida em',
]

/** Writes a campaign's recipients with their results to a spreadsheet; times are in the company's zone. */
export async function shippingsSheet(
  table: TenantTable,
  { name, ledger }: Pick<StoredCampaign, 'name' | 'ledger'>,
): Promise<Sheet> {
  const { timezone } = await getSettings(table)
  return { name, header: HEADER, rows: ledger ? rowsOf(table, ledger, clockOf(timezone)) : [] }
}

async function* rowsOf(table: TenantTable, ledger: string, clock: Clock): AsyncGenerator<string[]> {
  for await (const recipient of allRecipients(table, ledger)) yield cellsOf(recipient, clock)
}

function cellsOf(recipient: Recipient, clock: Clock): string[] {
  const { number, level, variant, failureCode, ...shown } = shippingOf(recipient)
  return [
    shown.contact.name,
    shown.isGroup ? number : numberCell(number),
    statusText(recipient),
    LEVELS[level],
    String(variant ?? ''),
    reasonText(recipient),
    failureCode ?? '',
    ...[shown.sentAt, shown.deliveredAt, shown.readAt, shown.repliedAt].map(clock),
  ]
}

/** The status of a recipient in Portuguese. */
export const statusText = ({ status, block }: Pick<Recipient, 'status' | 'block'>): string =>
  block ? 'Bloqueado' : STATUSES[status]

export const reasonText = ({ reason }: Pick<Recipient, 'reason'>): string => (reason ? REASONS[reason] : '')

const STATUSES: Record<RecipientStatus, string> = {
  PENDING: 'Agendada',
  POSTPONED: 'Agendada',
  AWAITING: 'Aguardando confirmação',
  SENDING: 'Enviando',
  SENDED: 'Enviado',
  FAILED: 'Falhou',
}

const LEVELS: Record<AckLevel, string> = {
  none: '',
  server: 'Enviada',
  delivered: 'Entregue',
  read: 'Lida',
  played: 'Reproduzida',
  replied: 'Respondida',
}

const REASONS: Record<FailureReason, string> = {
  NOT_ON_WHATSAPP: 'O número não está no WhatsApp',
  REFUSED: 'O WhatsApp recusou a mensagem',
  NO_DEVICE: 'O WhatsApp não informa nenhum aparelho deste contato',
  NO_KEYS: 'O WhatsApp não tem chaves para os aparelhos deste contato',
  NO_ANSWER: 'O WhatsApp não respondeu sobre este contato',
  UNKNOWN_OUTCOME: 'Não se sabe se a mensagem chegou',
  PARTLY_SENT: 'Só uma parte da mensagem chegou ao WhatsApp',
  EMPTY_MESSAGE: 'A mensagem ficou vazia para este contato',
  SKIPPED_BLOCKED: 'O contato está bloqueado',
  SKIPPED_INVALID: 'A lista já sabia que o número não está no WhatsApp',
  SKIPPED_DECLINED: 'O contato respondeu que não quer receber',
  SKIPPED_UNCONFIRMED: 'O contato não respondeu ao pedido de confirmação',
  SKIPPED_NOT_IN_GROUP: 'A conta não está neste grupo',
  SKIPPED_ONLY_ADMINS: 'Só administradores escrevem neste grupo',
  SKIPPED_NO_NUMBER: 'O WhatsApp não mostra o número deste participante',
}
