import type { Help } from '@recado/shared/helps/help'
import { useTexts } from '../i18n/use-texts.ts'
import { DeleteQuestion } from '../settings/DeleteQuestion.tsx'
import { useDeleteHelp } from './queries.ts'

export function DeleteHelp({ help: { id, title }, onClose }: { help: Help; onClose: () => void }) {
  const { t } = useTexts()
  return (
    <DeleteQuestion
      id={id}
      title={t('helps.delete.title', { title })}
      text={t('helps.delete.text')}
      action={t('helps.delete.action')}
      remove={useDeleteHelp()}
      onClose={onClose}
    />
  )
}
