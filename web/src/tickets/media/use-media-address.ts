import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useIsLive } from '../../realtime/live-status.ts'
import { useConversationMedia } from './conversation-media.tsx'

interface Shown {
  messageId: string
  url?: string
  /** A second address was asked for. */
  isRenewed?: boolean
  hasFailed?: boolean
}

/**
 * The address of a message's file, kept as long as the message is shown: a new one would load the file again.
 * @param isWanted whether the message is in view
 */
export function useMediaAddress(messageId: string, isWanted: boolean) {
  const { addressOf } = useConversationMedia()
  const [last, setShown] = useState<Shown>({ messageId })
  const shown = last.messageId === messageId ? last : { messageId }
  const { data, isFetching, isError, refetch } = useQuery({
    ...addressOf(messageId),
    enabled: isWanted && shown.url === undefined,
  })
  if (data && !isFetching && shown.url === undefined) setShown({ ...shown, url: data.url })

  // A file that failed without the network is tried again when the network is back.
  const isLive = useIsLive()
  useEffect(() => {
    if (isLive) setShown((now) => (now.hasFailed ? { messageId: now.messageId } : now))
  }, [isLive])

  /** The file did not load: the address may be too old, so one new one is tried. */
  const onError = async () => {
    const failed = { ...shown, isRenewed: true, hasFailed: true }
    if (shown.isRenewed) return setShown(failed)
    setShown({ ...shown, isRenewed: true })
    const { data: renewed } = await refetch()
    const isNew = renewed !== undefined && renewed.url !== shown.url
    const outcome = isNew ? { ...shown, isRenewed: true, url: renewed.url } : failed
    setShown((now) => (now.messageId === messageId ? outcome : now))
  }
  return { url: shown.url, onError, hasFailed: shown.hasFailed === true || isError }
}
