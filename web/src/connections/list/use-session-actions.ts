import { mayLink } from '@recado/shared/access'
import { type Connection, STILL_LINKED } from '@recado/shared/connections/connection'
import { useUser } from '../../session/use-session.ts'
import { type SessionAction, useSessionAction } from '../queries.ts'

export interface SessionActions {
  /** The action that helps most now, and the other one that the state allows (part 1 §4); none of both while it is open. */
  main: Exclude<SessionAction, 'disconnect'> | undefined
  other: Exclude<SessionAction, 'disconnect'> | undefined
  run: (action: SessionAction, onSuccess?: () => void) => void
  isRunning: (action: SessionAction) => boolean
  /** Whether any action is being carried out. An event may change the card before the answer arrives. */
  isBusy: boolean
}

/** The actions on a connection's session. A new QR code opens its dialog. */
export function useSessionActions(connection: Connection, onShowQr: () => void): SessionActions {
  const session = useSessionAction()
  const canLink = mayLink(useUser())
  const { id: whatsappId } = connection
  const run: SessionActions['run'] = (action, onSuccess) => {
    if (session.isPending) return
    session.mutate(
      { whatsappId, action },
      { onSuccess: onSuccess ?? (action === 'newQr' ? onShowQr : undefined) },
    )
  }
  return {
    ...choicesFor(connection, canLink),
    run,
    isRunning: (action) => session.isPending && session.variables.action === action,
    isBusy: session.isPending,
  }
}

/** Where the account is still linked, trying again is enough; otherwise a phone has to read a new code. */
function choicesFor(
  { status, statusReason, qrcode }: Connection,
  canLink: boolean,
): Pick<SessionActions, 'main' | 'other'> {
  const isClosed = status === 'DISCONNECTED' || (status === 'qrcode' && !qrcode)
  if (statusReason === 'OTHER_NUMBER' || !(isClosed || status === 'PASSKEY_REQUIRED'))
    return { main: undefined, other: undefined }
  if (status === 'PASSKEY_REQUIRED' || !canLink) return { main: 'retry', other: undefined }
  const isLinked = statusReason !== null && STILL_LINKED.includes(statusReason)
  return isLinked ? { main: 'retry', other: 'newQr' } : { main: 'newQr', other: 'retry' }
}
