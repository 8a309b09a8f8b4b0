import type { Plan } from '@recado/shared/plans/plan'
import { useTexts } from '../i18n/use-texts.ts'
import { DeleteQuestion } from '../settings/DeleteQuestion.tsx'
import { useDeletePlan } from './queries.ts'

interface DeletePlanProps {
  plan: Plan
  onClose: () => void
}

/** Asks before a plan is deleted. A plan with companies cannot be deleted. */
export function DeletePlan({ plan: { id, name, companies }, onClose }: DeletePlanProps) {
  const { t } = useTexts()
  const isInUse = companies > 0
  return (
    <DeleteQuestion
      id={id}
      title={t('plans.delete.title', { name })}
      text={isInUse ? t('plans.delete.inUse', { count: companies }) : t('plans.delete.text')}
      action={t('plans.delete.action')}
      isInUse={isInUse}
      remove={useDeletePlan()}
      onClose={onClose}
    />
  )
}
