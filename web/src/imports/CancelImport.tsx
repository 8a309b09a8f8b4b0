import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useCancelImport } from './queries.ts'
import type { ImportTarget } from './target.ts'

interface CancelImportProps {
  target: ImportTarget
  importId: string
  opened: boolean
  onClose: () => void
}

export function CancelImport({ target, importId, opened, onClose }: CancelImportProps) {
  const { t } = useTexts()
  const cancel = useCancelImport(target, importId)
  const close = () => {
    cancel.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('imports.cancel.title')}
      action={t('imports.cancel.action')}
      danger
      isBusy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => !cancel.isPending && cancel.mutate(undefined, { onSuccess: close })}
      onClose={close}
    >
      {t(`imports.cancel.text.${target.kind}`)}
    </ConfirmDialog>
  )
}
