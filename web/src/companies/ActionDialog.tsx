import type { CompanyRecord } from '@recado/shared/companies/company-record'
import { nextDueDate } from '@recado/shared/companies/due-date'
import { localDate } from '@recado/shared/local-date'
import { useZone } from '../campaigns/use-zone.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { formatDate } from '../ui/dates.ts'
import { toastError, toastSuccess } from '../ui/toast.ts'
import { type CompanyAction, useCompanyAction } from './queries.ts'

interface ActionDialogProps {
  action: CompanyAction
  company: CompanyRecord
  onClose: () => void
}

/** Asks before something is done to a company, and says what came of it in the specified words (part 2 §8). */
export function ActionDialog({ action, company, onClose }: ActionDialogProps) {
  const { t } = useTexts()
  const zone = useZone()
  const act = useCompanyAction()
  const { name } = company
  const date = formatDate(nextDueDate(company, localDate(Date.now(), zone)))
  const confirm = () => {
    if (act.isPending) return
    act.mutate(
      { action, company },
      {
        onSuccess: () => {
          const done = action === 'resetPassword' ? t('companies.resetDone') : t('common.done')
          toastSuccess(done, `company-${action}-${company.id}`)
          onClose()
        },
        onError: (error) => toastError(error, { title: t('administration.failed') }),
      },
    )
  }
  return (
    <ConfirmDialog
      opened
      title={t(`companies.ask.${action}.title`, { name })}
      action={t(`companies.ask.${action}.action`)}
      danger={action === 'deactivate' || action === 'archive'}
      isBusy={act.isPending}
      error={act.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t(`companies.ask.${action}.text`, { date })}
    </ConfirmDialog>
  )
}
