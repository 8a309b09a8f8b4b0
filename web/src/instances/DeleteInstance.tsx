import type { Instance } from '@recado/shared/instances/instance'
import { useTexts } from '../i18n/use-texts.ts'
import { DeleteQuestion } from '../settings/DeleteQuestion.tsx'
import { useDeleteInstance } from './queries.ts'

interface DeleteInstanceProps {
  instance: Instance
  onClose: () => void
}

/** Asks before an instance is deleted. An instance with companies cannot be deleted. */
export function DeleteInstance({ instance: { id, name, companies }, onClose }: DeleteInstanceProps) {
  const { t } = useTexts()
  const isInUse = companies > 0
  return (
    <DeleteQuestion
      id={id}
      title={t('instances.delete.title', { name })}
      text={isInUse ? t('instances.delete.inUse', { count: companies }) : t('instances.delete.text')}
      action={t('instances.delete.action')}
      isInUse={isInUse}
      remove={useDeleteInstance()}
      onClose={onClose}
    />
  )
}
