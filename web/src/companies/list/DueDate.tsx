import { Stack, Text } from '@mantine/core'
import { type DueStanding, dueStandingOf } from '@recado/shared/companies/due-date'
import type { CompanyRecord } from '@recado/shared/companies/register/company-record'
import { IconAlertTriangle, IconArchive, IconCalendarDue, IconCalendarExclamation } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatDate } from '../../ui/dates.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'

/** The colours of part 2 §2. */
const LOOKS: Record<Exclude<DueStanding, 'paid'>, StatusLook> = {
  archived: { color: 'gray', icon: IconArchive },
  overdue: { color: 'red', icon: IconAlertTriangle },
  due: { color: 'orange', icon: IconCalendarExclamation },
  soon: { color: 'yellow', icon: IconCalendarDue },
}

/** The due date, and the payment state as words and a colour. */
export function DueDate({ company }: { company: CompanyRecord }) {
  const { t } = useTexts()
  const { dueDate } = company
  const standing = dueStandingOf(company)
  const words = useWordsOf(company)
  if (!dueDate) return <Text size="sm">{t('companies.noDueDate')}</Text>
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm">{formatDate(dueDate)}</Text>
      {words && standing !== 'paid' && (
        <StatusBadge
          look={LOOKS[standing]}
          label={words}
          {...(standing === 'overdue' && { hint: t('companies.sendsNothing') })}
        />
      )}
    </Stack>
  )
}

/** undefined for a paid or an archived company, whose due date does not matter. */
function useWordsOf({ archived, dueIn }: CompanyRecord): string | undefined {
  const { t } = useTexts()
  if (archived || dueIn === null || dueIn > 5) return undefined
  if (dueIn === 0) return t('companies.dueToday')
  return dueIn > 0 ? t('companies.dueIn', { count: dueIn }) : t('companies.overdueBy', { count: -dueIn })
}
