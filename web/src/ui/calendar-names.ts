import { useTexts } from '../i18n/use-texts.ts'

/** Names of the buttons that turn a calendar's pages, for Mantine's date fields. */
export function useCalendarNames() {
  const { t } = useTexts()
  return { previousLabel: t('common.previousMonth'), nextLabel: t('common.nextMonth') }
}
