import { ApiError } from '@recado/shared/http/api-error'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { toastInfo } from '../../ui/toast.ts'

interface OpenedMessage {
  messageId: string | undefined
  around: string | undefined
  isLoaded: boolean
  isShown: (messageId: string) => boolean
  /** The number of messages that wait for the server. */
  sent: number
  error: unknown
  onShow: (messageId: string) => void
  onNewest: () => void
}

/**
 * Goes to the message that the page's address names. Goes to the newest messages if it is not there, and when the user
 * writes.
 */
export function useOpenedMessage({ messageId, around, isLoaded, sent, error, ...on }: OpenedMessage): void {
  const { t } = useTexts()
  const isGone = around !== undefined && error instanceof ApiError && error.status === 404
  const open = useEffectEvent((id: string) => {
    if (on.isShown(id)) return on.onShow(id)
    toastInfo(t('tickets.messageGone'), 'message-gone')
    on.onNewest()
  })
  useEffect(() => {
    if (messageId && (isLoaded || isGone)) open(messageId)
  }, [messageId, isLoaded, isGone])

  const [sentBefore] = useState(sent)
  const leave = useEffectEvent(on.onNewest)
  const hasWritten = around !== undefined && sent > sentBefore
  useEffect(() => {
    if (hasWritten) leave()
  }, [hasWritten])
}
