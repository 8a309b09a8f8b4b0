import type { Language } from '../../language.ts'
import type { AckLevel } from '../../messages/ack-level.ts'
import type { FailureReason } from '../contract/shipping.ts'
import type { RecipientStatus } from '../ledger/recipient.ts'

/** The columns of a campaign's recipients, in their order. */
export const SHIPPING_COLUMNS = [
  'name',
  'number',
  'status',
  'level',
  'variant',
  'reason',
  'code',
  'sentAt',
  'deliveredAt',
  'readAt',
  'repliedAt',
] as const

interface ShippingWords {
  columns: Record<(typeof SHIPPING_COLUMNS)[number], string>
  /** The status of a blocked recipient, whatever the stored one. */
  blocked: string
  statuses: Record<RecipientStatus, string>
  levels: Record<AckLevel, string>
  reasons: Record<FailureReason, string>
}

/** Words of a campaign's recipients. The export of a person's data has some of them, in Portuguese. */
export const SHIPPING_WORDS: Record<Language, ShippingWords> = {
  pt: {
    columns: {
      name: 'Nome',
      number: 'Número',
      status: 'Status',
      level: 'Nível',
      variant: 'Variante',
      reason: 'Motivo',
      code: 'Código',
      sentAt: 'Enviada em',
      deliveredAt: 'Entregue em',
      readAt: 'Lida em',
      repliedAt: 'Respondida em',
    },
    blocked: 'Bloqueado',
    statuses: {
      PENDING: 'Agendada',
      POSTPONED: 'Agendada',
      AWAITING: 'Aguardando confirmação',
      SENDING: 'Enviando',
      SENDED: 'Enviado',
      FAILED: 'Falhou',
    },
    levels: {
      none: '',
      server: 'Enviada',
      delivered: 'Entregue',
      read: 'Lida',
      played: 'Reproduzida',
      replied: 'Respondida',
    },
    reasons: {
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
    },
  },
  en: {
    columns: {
      name: 'Name',
      number: 'Number',
      status: 'Status',
      level: 'Level',
      variant: 'Variant',
      reason: 'Reason',
      code: 'Code',
      sentAt: 'Sent at',
      deliveredAt: 'Delivered at',
      readAt: 'Read at',
      repliedAt: 'Replied at',
    },
    blocked: 'Blocked',
    statuses: {
      PENDING: 'Scheduled',
      POSTPONED: 'Scheduled',
      AWAITING: 'Awaiting confirmation',
      SENDING: 'Sending',
      SENDED: 'Sent',
      FAILED: 'Failed',
    },
    levels: {
      none: '',
      server: 'Sent',
      delivered: 'Delivered',
      read: 'Read',
      played: 'Played',
      replied: 'Replied',
    },
    reasons: {
      NOT_ON_WHATSAPP: 'The number is not on WhatsApp',
      REFUSED: 'WhatsApp refused the message',
      NO_DEVICE: 'WhatsApp reports no device for this contact',
      NO_KEYS: 'WhatsApp has no keys for this contact’s devices',
      NO_ANSWER: 'WhatsApp did not answer about this contact',
      UNKNOWN_OUTCOME: 'It is unknown whether the message arrived',
      PARTLY_SENT: 'Only a part of the message reached WhatsApp',
      EMPTY_MESSAGE: 'The message was empty for this contact',
      SKIPPED_BLOCKED: 'The contact is blocked',
      SKIPPED_INVALID: 'The list already showed that the number is not on WhatsApp',
      SKIPPED_DECLINED: 'The contact answered that they do not want it',
      SKIPPED_UNCONFIRMED: 'The contact did not answer the request for confirmation',
      SKIPPED_NOT_IN_GROUP: 'The account is not in this group',
      SKIPPED_ONLY_ADMINS: 'Only administrators can write in this group',
      SKIPPED_NO_NUMBER: 'WhatsApp does not show this member’s number',
    },
  },
  es: {
    columns: {
      name: 'Nombre',
      number: 'Número',
      status: 'Estado',
      level: 'Nivel',
      variant: 'Variante',
      reason: 'Motivo',
      code: 'Código',
      sentAt: 'Enviado el',
      deliveredAt: 'Entregado el',
      readAt: 'Leído el',
      repliedAt: 'Respondido el',
    },
    blocked: 'Bloqueado',
    statuses: {
      PENDING: 'Programado',
      POSTPONED: 'Programado',
      AWAITING: 'Esperando confirmación',
      SENDING: 'Enviando',
      SENDED: 'Enviado',
      FAILED: 'Falló',
    },
    levels: {
      none: '',
      server: 'Enviado',
      delivered: 'Entregado',
      read: 'Leído',
      played: 'Reproducido',
      replied: 'Respondido',
    },
    reasons: {
      NOT_ON_WHATSAPP: 'El número no está en WhatsApp',
      REFUSED: 'WhatsApp rechazó el mensaje',
      NO_DEVICE: 'WhatsApp no informa ningún dispositivo de este contacto',
      NO_KEYS: 'WhatsApp no tiene claves para los dispositivos de este contacto',
      NO_ANSWER: 'WhatsApp no respondió sobre este contacto',
      UNKNOWN_OUTCOME: 'No se sabe si el mensaje llegó',
      PARTLY_SENT: 'Solo una parte del mensaje llegó a WhatsApp',
      EMPTY_MESSAGE: 'El mensaje quedó vacío para este contacto',
      SKIPPED_BLOCKED: 'El contacto está bloqueado',
      SKIPPED_INVALID: 'La lista ya indicaba que el número no está en WhatsApp',
      SKIPPED_DECLINED: 'El contacto respondió que no quiere recibirlo',
      SKIPPED_UNCONFIRMED: 'El contacto no respondió a la solicitud de confirmación',
      SKIPPED_NOT_IN_GROUP: 'La cuenta no está en este grupo',
      SKIPPED_ONLY_ADMINS: 'En este grupo solo escriben los administradores',
      SKIPPED_NO_NUMBER: 'WhatsApp no muestra el número de este participante',
    },
  },
}
