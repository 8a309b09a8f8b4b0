import { Anchor } from '@mantine/core'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { firstOf } from '@recado/shared/first-of'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { CAMPAIGN_PLACES } from '../../campaigns/places.ts'
import { useTexts } from '../../i18n/use-texts.ts'

/** The most campaigns that are named. */
const NAMED = 3

/** The names of campaigns, each with a link: to the report of a running one, to the form of a scheduled one. */
export function CampaignLinks({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { t } = useTexts()
  const more = campaigns.length - NAMED
  return (
    <>
      {firstOf(campaigns, NAMED).map(({ id: campaignId, type, name, status }, index) => {
        const { report, edit } = CAMPAIGN_PLACES[type]
        return (
          <Fragment key={campaignId}>
            {index > 0 && ', '}
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => (
                <Link to={status === 'EM_ANDAMENTO' ? report : edit} params={{ campaignId }} {...props} />
              )}
            >
              {name}
            </Anchor>
          </Fragment>
        )
      })}
      {more > 0 && ` ${t('connections.moreCampaigns', { count: more })}`}
    </>
  )
}
