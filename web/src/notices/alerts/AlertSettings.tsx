import { Stack, Switch } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import { ALERT_KINDS, type AlertKind } from './alert-options.ts'
import { playSound } from './sounds.ts'
import { hasNotifications, useAlertOptions, type useBrowserNotifications } from './use-alert-options.ts'

interface AlertSettingsProps {
  notifications: ReturnType<typeof useBrowserNotifications>
}

/** Switches for sounds and the browser's notifications. They are kept in this browser. */
export function AlertSettings({ notifications }: AlertSettingsProps) {
  const { t } = useTexts()
  const { options, change } = useAlertOptions()
  const turnSound = (kind: AlertKind, isOn: boolean) => {
    change({ sounds: { ...options.sounds, [kind]: isOn } })
    if (isOn) playSound(kind)
  }
  return (
    <Stack gap="sm">
      {hasNotifications() && (
        <>
          <Switch
            label={t('notices.alerts.notifications')}
            checked={options.notifications}
            onChange={(event) => void notifications.turn(event.currentTarget.checked)}
          />
          <Switch
            label={t('notices.alerts.hidesText')}
            disabled={!options.notifications}
            checked={options.hidesText}
            onChange={(event) => change({ hidesText: event.currentTarget.checked })}
          />
        </>
      )}
      {ALERT_KINDS.map((kind) => (
        <Switch
          key={kind}
          label={t(`notices.alerts.sounds.${kind}`)}
          checked={options.sounds[kind]}
          onChange={(event) => turnSound(kind, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}
