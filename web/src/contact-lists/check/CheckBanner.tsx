import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { ValidityCheck } from '@recado/shared/contact-lists/contact-list'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useZone } from '../../campaigns/use-zone.ts'
import { connectionsQuery } from '../../connections/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatUntil } from '../../ui/dates.ts'
import { useNow } from '../../ui/use-now.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { expectedEnd } from './expected-end.ts'
import { useStopCheck } from './queries.ts'

interface CheckBannerProps {
  contactListId: string
  check: ValidityCheck
}

/** A check of numbers while it goes on: how far it has come, what it waits for, and about when it ends. */
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
          <Text size="sm" role="status">
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

/** What a check waits for, else about when it ends. */
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
