import type { Connection, ConnectionStatus } from '@recado/shared/connections/connection'

/**
 * The status that a hint is about. A connection that waits for a scan but has no code needs a new one, as a closed one does
 * (part 1 §4).
 */
export const hintedStatus = ({ status, qrcode }: Pick<Connection, 'status' | 'qrcode'>): ConnectionStatus =>
  status === 'qrcode' && !qrcode ? 'DISCONNECTED' : status
