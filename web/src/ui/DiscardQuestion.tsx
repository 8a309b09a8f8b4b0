import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface DiscardQuestionProps {
  opened: boolean
  onDiscard: () => void
  onClose: () => void
}

/** Asks before a dialog closes and loses typed values. */
export function DiscardQuestion({ opened, onDiscard, onClose }: DiscardQuestionProps) {
  const { t } = useTexts()
  return (
    <ConfirmDialog
      opened={opened}
      title={t('form.discard.title')}
      action={t('form.discard.action')}
      danger
      isBusy={false}
      onConfirm={onDiscard}
      onClose={onClose}
    >
      {t('form.discard.text')}
    </ConfirmDialog>
  )
}
