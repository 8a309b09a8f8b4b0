import { Skeleton, Stack, Text } from '@mantine/core'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../../connections/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { useNumbers } from '../../ui/use-numbers.ts'
import { ConsentOf } from './ConsentOf.tsx'
import { ExpectedTimes } from './ExpectedTimes.tsx'
import { precheckQuery } from './queries.ts'
import { Skipped } from './Skipped.tsx'
import { useListsOf } from './use-lists-of.ts'
import { Warnings } from './Warnings.tsx'

interface StartSummaryProps {
  campaign: Pick<Campaign, 'id' | 'type' | 'groupMode' | 'whatsappId' | 'contactListId'>
}

/**
 * Summary of a start: how many recipients, from which number, from when until about when, and who is left out and
 * why.
 */
export function StartSummary({ campaign }: StartSummaryProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const lists = useListsOf(campaign)
  const { data: connections } = useQuery(connectionsQuery)
  const { data: precheck, error, refetch, isFetching } = useQuery(precheckQuery(campaign.id))
  if (error && !precheck) {
    return (
      <ListProblem
        error={error}
        title={t('campaigns.start.notChecked')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    )
  }
  if (!precheck || !lists || !connections) return <Skeleton height={120} aria-busy />

  const connection = connections.find(({ id }) => id === campaign.whatsappId)
  const from = connection && [connection.name, connection.number && formatNumber(connection.number)]
  const isIntoGroups = campaign.type === 'GROUP' && campaign.groupMode === 'group'
  const who = isIntoGroups ? 'groups' : lists.length === 1 ? 'contacts' : 'contactsOfLists'
  const [first] = lists
  return (
    <Stack gap="xs">
      <Text>
        {t(`campaigns.start.summaryOf.${who}`, {
          count: precheck.sendable,
          recipients: format(precheck.sendable),
          list: first?.name ?? '—',
          lists: format(lists.length),
          connection: from?.filter(Boolean).join(', ') ?? '—',
        })}
      </Text>
      <ExpectedTimes precheck={precheck} />
      <Skipped precheck={precheck} />
      {!isIntoGroups && <ConsentOf lists={lists} />}
      <Warnings precheck={precheck} />
    </Stack>
  )
}
