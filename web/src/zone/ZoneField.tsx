import { Select, type SelectProps } from '@mantine/core'
import { TIME_ZONES } from '@recado/shared/calendar/time-zones'
import { useTexts } from '../i18n/use-texts.ts'

/** The company's time zone: one of its campaign settings, or of its options if it has no campaigns. */
export function ZoneField(props: SelectProps) {
  const { t } = useTexts()
  return (
    <Select
      label={t('settings.zone')}
      searchable
      allowDeselect={false}
      data={TIME_ZONES.map((value) => ({ value, label: t(`settings.zones.${value}`) }))}
      {...props}
    />
  )
}
