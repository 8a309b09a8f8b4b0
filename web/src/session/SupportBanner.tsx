import { Alert, Button, Group, Text } from '@mantine/core'
import { sessionRoutes } from '@recado/shared/sessions/routes'
import type { SupportAccess } from '@recado/shared/users/support-access'
import { IconLifebuoy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { session } from '../api/session.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { formatTime } from '../ui/dates.ts'
import { serverNow } from '../ui/server-clock.ts'
import { useZone } from '../zone/use-zone.ts'
import { useUser } from './use-session.ts'

/** Shown on every page while an operator works in another company: until when, why, and how to leave. */
export function SupportBanner() {
  const { support, company } = useUser()
  return support && <Banner support={support} company={company.name} />
}

/** Delay after the end of the access (ms), because clocks differ. */
const AFTER_END_MS = 1000

function Banner({ support, company }: { support: SupportAccess; company: string }) {
  const { t } = useTexts()
  const zone = useZone()
  const { until, reason, mayChange } = support
  const end = useMutation({
    mutationFn: () => call(sessionRoutes.endSupport, {}),
    onSuccess: () => session.refreshAnew(),
  })
  useEffect(() => {
    const turnBack = () => void session.refreshAnew().catch(() => undefined)
    const timer = setTimeout(turnBack, Math.max(0, Date.parse(until) - serverNow()) + AFTER_END_MS)
    return () => clearTimeout(timer)
  }, [until])
  return (
    <Alert
      color="orange"
      icon={<IconLifebuoy aria-hidden />}
      title={t('support.banner.title', { company })}
      role="status"
      mb="md"
      // A long name without spaces would push the button off the screen.
      style={{ overflowWrap: 'anywhere' }}
    >
      <Group gap="sm" justify="space-between">
        <Text size="sm" flex="1 1 14rem">
          {t('support.banner.until', { time: formatTime(until, zone) })}{' '}
          {t(mayChange ? 'support.banner.mayChange' : 'support.banner.readOnly')}{' '}
          {t('support.banner.reason', { reason })}
        </Text>
        <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          {t('support.banner.end')}
        </Button>
      </Group>
    </Alert>
  )
}
