import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConversationMedia } from './conversation-media.tsx'

/**
 * The address of a message's file, kept as long as the bubble shows it: a new one would load the file again.
 * @param isWanted whether the bubble is in view
 */
export function useMediaAddress(messageId: string, isWanted: boolean) {
  const { addressOf } = useConversationMedia()
  const [url, setUrl] = useState<string>()
  const [isRenewed, setIsRenewed] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const { data, isFetching, isError, refetch } = useQuery({
    ...addressOf(messageId),
    enabled: isWanted && url === undefined,
  })
  if (data && !isFetching && url === undefined) setUrl(data.url)

  /** The file did not load: the address may be too old, so one new one is tried. */
  const onError = async () => {
    if (isRenewed) return setHasFailed(true)
    setIsRenewed(true)
    const { data: renewed } = await refetch()
    if (renewed && renewed.url !== url) setUrl(renewed.url)
    else setHasFailed(true)
  }
  return { url, onError, hasFailed: hasFailed || isError }
}
