import { Switch } from '@mantine/core'
import type { SendWindows } from '@recado/shared/campaigns/settings'
import { useTexts } from '../../../i18n/use-texts.ts'
import { FormSection } from '../../form/FormSection.tsx'
import { WeekFields } from './WeekFields.tsx'

interface SendWindowsFieldsProps {
  windows: SendWindows
  zone: string
  onChange: (windows: SendWindows) => void
}

/** The times of the week in which campaigns may send, and the days on which they do not. */
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
