import { type RefObject, useCallback, useEffect, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { toastInfo } from '../../ui/toast.ts'

/** Older pages that are loaded at most to reach a message. */
const PAGES_BACK = 10
const MARKED_MS = 1600

/**
 * Scrolls to a message and marks it for a moment. Loads older pages until it is there.
 * @param loadOlder loads one more page; answers false if there is none
 */
export function useJump(ref: RefObject<HTMLElement | null>, loadOlder: () => Promise<boolean>) {
  const { t } = useTexts()
  const [marked, setMarked] = useState<string>()
  useEffect(() => {
    if (!marked) return
    const timer = setTimeout(() => setMarked(undefined), MARKED_MS)
    return () => clearTimeout(timer)
  }, [marked])

  const jump = useCallback(
    async (messageId: string) => {
      const find = () => ref.current?.querySelector(`[data-message="${CSS.escape(messageId)}"]`)
      // The user may leave the conversation meanwhile.
      for (let pages = 0; ref.current && !find() && pages < PAGES_BACK; pages++)
        if (!(await loadOlder())) break
      // The loaded page is painted first.
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (!ref.current) return
      const message = find()
      if (!message) return void toastInfo(t('tickets.quotedTooFar'), 'quoted-too-far')
      message.scrollIntoView({ block: 'center' })
      setMarked(messageId)
    },
    [ref, loadOlder, t],
  )
  return { jump, marked }
}
