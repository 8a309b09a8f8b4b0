import { Switch } from '@mantine/core'
import type { SendWindows } from '@recado/shared/calendar/weekly-periods'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormSection } from '../../ui/FormSection.tsx'
import { WeekFields } from '../../ui/hours/WeekFields.tsx'

interface SendWindowsFieldsProps {
  windows: SendWindows
  zone: string
  onChange: (windows: SendWindows) => void
}

/** The weekly hours in which campaigns send, and the holidays on which they do not. */
export function SendWindowsFields({ windows, zone, onChange }: SendWindowsFieldsProps) {
  const { t } = useTexts()
  return (
    <FormSection title={t('settings.windows.title')}>
      <Switch
        label={t('settings.windows.enabled')}
        description={t('settings.windows.hint')}
        checked={windows.enabled}
        onChange={(event) => onChange({ ...windows, enabled: event.currentTarget.checked })}
      />
      {windows.enabled && (
        <WeekFields
          hours={windows}
          zone={zone}
          texts={{
            nothing: t('settings.windows.nothing'),
            never: t('settings.windows.never'),
            holidaysHint: t('settings.windows.holidaysHint'),
          }}
          onChange={onChange}
        />
      )}
    </FormSection>
  )
}
