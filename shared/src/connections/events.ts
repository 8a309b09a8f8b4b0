import type { LiveEvent } from '../realtime/events.ts'
import type { ShownConnection } from './view.ts'

/**
 * A live event of a connection: `whatsapp` for changes by people, `whatsappSession` for the QR code and the status.
 * Only users who may link get the code.
 */
export const connectionEvent = (
  companyId: string,
  topic: 'whatsapp' | 'whatsappSession',
  action: 'create' | 'update',
  { record, qrcode }: ShownConnection,
): LiveEvent => ({
  companyId,
  topic,
  action,
  body: { record },
  ...(qrcode && {
    confidential: { needs: 'connections-page:actionButtons', body: { record: { ...record, qrcode } } },
  }),
})
