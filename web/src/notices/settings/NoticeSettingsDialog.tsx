import { Stack, Text, Title } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { AlertSettings } from '../alerts/AlertSettings.tsx'
import { useBrowserNotifications } from '../alerts/use-alert-options.ts'
import { ChannelTable } from './ChannelTable.tsx'
import { UnreachedByMail } from './UnreachedByMail.tsx'

/** How the user wants to be told of each kind of notice, and how this browser tells. */
export function NoticeSettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const notifications = useBrowserNotifications()
  return (
    <Dialog opened onClose={onClose} title={t('notices.settings.title')} size="lg">
      <Stack gap="xl">
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            {t('notices.settings.about')}
          </Text>
          <UnreachedByMail />
          <ChannelTable onBrowser={notifications.allow} />
          {notifications.isRefused && (
            <Text size="sm" c="red" role="alert">
              {t('notices.alerts.refused')}
            </Text>
          )}
        </Stack>
        <Stack gap="xs">
          <Title order={3} size="h4">
            {t('notices.settings.thisBrowser')}
          </Title>
          <AlertSettings notifications={notifications} />
        </Stack>
      </Stack>
    </Dialog>
  )
}
