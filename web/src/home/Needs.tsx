import { Skeleton, Text } from '@mantine/core'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import type { Home } from '@recado/shared/dashboard/home'
import { firstOf } from '@recado/shared/first-of'
import { COUNTED_UP_TO } from '@recado/shared/tickets/contract/ticket'
import {
  type Icon,
  IconCircleCheck,
  IconGauge,
  IconMessageCircle,
  IconPlugConnectedX,
  IconSpeakerphone,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cshow } from '../api/session.ts'
import { CAMPAIGN_PLACES } from '../campaigns/places.ts'
import { useWaitingText } from '../campaigns/status/waiting-text.ts'
import { connectionsQuery, unfinishedCampaignsQuery } from '../connections/queries.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { useTicketCounters } from '../tickets/queries.ts'
import { useNumbers } from '../ui/use-numbers.ts'
import { Card } from './Card.tsx'
import classes from './home.module.css'
import { type Need, needsIn } from './needs.ts'

/** The most that is shown. */
const SHOWN = 6

interface NeedsProps extends Pick<Home, 'plan'> {
  className?: string | undefined
}

/** What waits for a person, each with a link to where it is done. */
export function Needs({ plan, className }: NeedsProps) {
  const { t } = useTexts()
  const { data: connections } = useQuery(connectionsQuery)
  const { data: campaigns = [], isPending } = useQuery({ ...unfinishedCampaignsQuery, enabled: cshow() })
  const counters = useTicketCounters()
  const isLoading = !connections || !counters || (isPending && cshow())
  const waiting = counters?.aguardando.tickets ?? 0
  const needs = isLoading ? [] : needsIn({ connections, campaigns, waiting, plan })
  return (
    <Card title={t('home.needs.title')} className={className} isLoading={isLoading}>
      {isLoading && <Skeleton height={44} />}
      {!isLoading && needs.length === 0 && (
        <div className={classes.need} data-fine>
          <IconCircleCheck size={16} aria-hidden />
          {t('home.needs.none')}
        </div>
      )}
      {needs.length > 0 && (
        <ul className={classes.plain} style={{ gap: 0 }}>
          {firstOf(needs, SHOWN).map((need) => (
            <li key={keyOf(need)}>
              <NeedRow need={need} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const keyOf = (need: Need): string => {
  if (need.kind === 'campaign') return need.campaign.id
  return need.kind === 'plan' ? `plan-${need.of}` : need.kind
}

const PLACES_OF = { connections: '/connections', users: '/users', queues: '/queues' } as const

function NeedRow({ need }: { need: Need }) {
  const { t } = useTexts()
  const format = useNumbers()
  switch (need.kind) {
    case 'connections': {
      const [first] = need.connections
      const text = t('home.needs.connections', { count: need.connections.length, name: first?.name ?? '' })
      return (
        <Row icon={IconPlugConnectedX} link={{ to: '/connections' }} isBroken>
          {text}
        </Row>
      )
    }
    case 'campaign':
      return <CampaignNeed campaign={need.campaign} />
    case 'tickets': {
      const { count } = need
      const number = count > COUNTED_UP_TO ? `${format(COUNTED_UP_TO)}+` : format(count)
      return (
        <Row icon={IconMessageCircle} link={{ to: '/tickets', search: { tab: 'aguardando' } }}>
          {t('home.needs.tickets', { count, number })}
        </Row>
      )
    }
    case 'plan': {
      const { of, used, limit } = need
      return (
        <Row icon={IconGauge} link={{ to: PLACES_OF[of] }}>
          {t(`home.needs.plan.${of}`, { used: format(used), count: limit })}
        </Row>
      )
    }
  }
}

function CampaignNeed({ campaign }: { campaign: Campaign }) {
  const waiting = useWaitingText(campaign)
  const { id: campaignId, type, name, status } = campaign
  const place = status === 'PROGRAMADA' ? 'edit' : 'report'
  return (
    <Row icon={IconSpeakerphone} link={{ to: CAMPAIGN_PLACES[type][place], params: { campaignId } }}>
      <Text span size="sm" fw={500}>
        {name}
      </Text>
      {waiting && `: ${waiting}`}
    </Row>
  )
}

interface RowProps {
  icon: Icon
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
  isBroken?: boolean
  children: ReactNode
}

const Row = ({ icon: Sign, link, isBroken, children }: RowProps) => (
  <Link {...link} className={classes.need} data-broken={isBroken || undefined}>
    <Sign size={16} aria-hidden />
    <span>{children}</span>
  </Link>
)
