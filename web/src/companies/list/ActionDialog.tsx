import { Text } from '@mantine/core'
import { localDate } from '@recado/shared/calendar/local-date'
import { nextDueDate } from '@recado/shared/companies/due-date'
import type { OneCompany } from '@recado/shared/companies/register/company-record'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { formatDate } from '../../ui/dates.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { useZone } from '../../zone/use-zone.ts'
import { type CompanyAction, useCompanyAction } from '../queries.ts'

interface ActionDialogProps {
  action: CompanyAction
  company: OneCompany
  onClose: () => void
}

/** Asks before an action on a company, and shows its result in the specified words (part 2 §8). */
export function ActionDialog({ action, company, onClose }: ActionDialogProps) {
  const { t } = useTexts()
  const zone = useZone()
  const act = useCompanyAction()
  const { name, access } = company
  const date = formatDate(nextDueDate(company, localDate(serverNow(), zone)))
  const confirm = () => {
    if (act.isPending) return
    act.mutate(
      { action, company },
      {
        onSuccess: ({ email }) => {
          const done =
            action === 'resetPassword'
              ? `${t('companies.resetDone')} ${t('companies.resetTo', { email })}`
              : t('common.done')
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
      <Text style={{ overflowWrap: 'anywhere' }}>
        {t(`companies.ask.${action}.text`, { date, email: access?.email ?? '' })}
      </Text>
    </ConfirmDialog>
  )
}
