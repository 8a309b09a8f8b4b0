import { type ReactNode, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'

interface SecretDialogProps {
  title: string
  /** Whether the secret is on the screen. Until then the dialog closes like any other one. */
  isShown?: boolean
  /** A call that shows the secret is running. Until its answer the dialog stays open. */
  isBusy?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog with a secret that is shown only once. A click outside does not close it. Escape and X ask first, because a key
 * may be pressed by mistake; a button inside closes it at once.
 */
export function SecretDialog(props: SecretDialogProps) {
  const { title, isShown = true, isBusy = false, onClose, children } = props
  const { t } = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Dialog
        opened
        isBusy={isBusy}
        onClose={isShown ? () => setIsAsking(true) : onClose}
        closeOnClickOutside={!isShown}
        title={title}
      >
        {children}
      </Dialog>
      <ConfirmDialog
        opened={isAsking}
        title={t('form.secret.title')}
        action={t('form.secret.action')}
        danger
        isBusy={false}
        onConfirm={onClose}
        onClose={() => setIsAsking(false)}
      >
        {t('form.secret.text')}
      </ConfirmDialog>
    </>
  )
}
