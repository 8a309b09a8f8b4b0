import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { ValidityCheck } from '@recado/shared/contact-lists/contact-list'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../../connections/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatUntil } from '../../ui/dates.ts'
import { useNow } from '../../ui/use-now.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { useZone } from '../../zone/use-zone.ts'
import { expectedEnd } from './expected-end.ts'
import { useStopCheck } from './queries.ts'

interface CheckBannerProps {
  contactListId: string
  check: ValidityCheck
}

/** A running check of numbers: its progress, what it waits for, and its expected end. */
export function CheckBanner({ contactListId, check }: CheckBannerProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const stop = useStopCheck(contactListId)
  const text = useCheckText(check)
  const { checked, total } = check
  return (
    <Alert
      role="group"
      color={check.waitingFor ? 'yellow' : 'blue'}
      icon={<IconListCheck aria-hidden />}
      mb="md"
      title={t('contactLists.check.running')}
    >
      <Stack gap="xs">
        <Progress
          value={total > 0 ? Math.min(100, (checked / total) * 100) : 0}
          aria-label={t('contactLists.check.running')}
        />
        <Group justify="space-between" gap="sm">
          <Text size="sm" role="status" className="figures">
            {t('contactLists.check.progress', { checked: format(checked), total: format(total) })} {text}
          </Text>
          <Button size="xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('contactLists.check.stop')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

/** What a check waits for, else its expected end, in words. */
function useCheckText(check: ValidityCheck): string {
  const { t } = useTexts()
  const zone = useZone()
  const now = useNow()
  const { data: connections } = useQuery(connectionsQuery)
  const name = connections?.find(({ id }) => id === check.whatsappId)?.name ?? ''
  if (check.waitingFor) return t(`contactLists.check.waiting.${check.waitingFor}`, { name })
  const end = expectedEnd(check, now)
  if (end === undefined) return t('contactLists.check.slow')
  return t('contactLists.check.end', { time: formatUntil(new Date(end).toISOString(), now, zone) })
}
