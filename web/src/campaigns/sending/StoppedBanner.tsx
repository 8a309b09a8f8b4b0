import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cshow } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { later } from '../../ui/later.tsx'
import { useZone } from '../../zone/use-zone.ts'
import { sendingQuery } from './queries.ts'

const SwitchDialog = later(
  async () => (await import('./SwitchDialog.tsx')).SwitchDialog,
  ({ onClose }) => onClose(),
)

/** Warns that all sending is stopped: since when, by whom and why. An admin can end the company's own stop here. */
export function StoppedBanner() {
  const { t } = useTexts()
  const zone = useZone()
  const isAdmin = useMay('drawer-admin-items:view')
  const [isAsked, setIsAsked] = useState(false)
  const { data } = useQuery({ ...sendingQuery, enabled: cshow() })
  const { company, platform } = data ?? {}
  if (!company && !platform) return null
  return (
    <Alert
      color="red"
      icon={<IconHandStop aria-hidden />}
      title={t(platform ? 'sending.banner.platform' : 'sending.banner.company')}
      role="status"
      mb="md"
    >
      {platform && (
        <Text size="sm">
          {t('sending.byOperator', { time: formatDateTime(platform.at, zone), reason: platform.reason })}
        </Text>
      )}
      {company && (
        <Group gap="sm" justify="space-between">
          <Text size="sm" flex="1 1 14rem" style={{ overflowWrap: 'anywhere' }}>
            {t('sending.stopped', {
              name: company.by.name,
              time: formatDateTime(company.at, zone),
              reason: company.reason,
            })}
          </Text>
          {isAdmin ? (
            <Button size="xs" variant="default" onClick={() => setIsAsked(true)}>
              {t('sending.resume.action')}
            </Button>
          ) : (
            <Text size="sm">{t('sending.banner.adminOnly')}</Text>
          )}
        </Group>
      )}
      {isAsked && <SwitchDialog of="company" action="resume" onClose={() => setIsAsked(false)} />}
    </Alert>
  )
}
