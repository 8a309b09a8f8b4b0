import { Skeleton, Stack, Text } from '@mantine/core'
import { type Campaign, isIntoGroups } from '@recado/shared/campaigns/contract/campaign'
import type { Precheck } from '@recado/shared/campaigns/contract/precheck'
import { type CampaignTexts, textsSent } from '@recado/shared/campaigns/contract/texts'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../../connections/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { useNumbers } from '../../ui/use-numbers.ts'
import { ConsentOf, NoConsent } from './ConsentOf.tsx'
import { ExpectedTimes } from './ExpectedTimes.tsx'
import { precheckQuery } from './queries.ts'
import { Skipped } from './Skipped.tsx'
import { useListsOf } from './use-lists-of.ts'
import { Warnings } from './Warnings.tsx'

/** A campaign that is about to start. */
export interface Started
  extends CampaignTexts,
    Pick<Campaign, 'type' | 'groupMode' | 'whatsappId' | 'contactListId'> {
  /** Name of the integrated platform's tag whose contacts are not a list yet. */
  tag?: string | undefined
}

/** {@link StartSummary} of a stored campaign, for a start now. */
export function StoredStartSummary({ campaign }: { campaign: Started & Pick<Campaign, 'id'> }) {
  return <StartSummary campaign={campaign} query={useQuery(precheckQuery(campaign.id))} />
}

/**
 * Summary of a start: how many recipients, from which number, from when until about when, and who is left out and
 * why.
 */
export function StartSummary({ campaign, query }: { campaign: Started; query: UseQueryResult<Precheck> }) {
  const { t } = useTexts()
  const format = useNumbers()
  const lists = useListsOf(campaign)
  const { data: connections } = useQuery(connectionsQuery)
  const { data: precheck, error, refetch, isFetching } = query
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
  const [first] = lists
  return (
    <Stack gap="xs">
      <Text fw={500}>
        {t(`campaigns.start.summaryOf.${whoOf(campaign, lists.length)}`, {
          count: precheck.sendable,
          recipients: format(precheck.sendable),
          list: first?.name ?? '—',
          lists: format(lists.length),
          tag: campaign.tag ?? '—',
          connection: from?.filter(Boolean).join(', ') ?? '—',
        })}
      </Text>
      <ExpectedTimes precheck={precheck} />
      <Skipped precheck={precheck} texts={textsSent(campaign)} />
      {campaign.tag !== undefined && <NoConsent />}
      {!isIntoGroups(campaign) && <ConsentOf lists={lists} />}
      <Warnings precheck={precheck} />
    </Stack>
  )
}

function whoOf(campaign: Started, lists: number) {
  if (isIntoGroups(campaign)) return 'groups'
  if (campaign.tag !== undefined) return 'contactsOfTag'
  return lists === 1 ? 'contacts' : 'contactsOfLists'
}
