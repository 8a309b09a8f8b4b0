import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import type { Campaign } from '@recado/shared/campaigns/campaign'
import { paceOf } from '@recado/shared/campaigns/pacing'
import { isGiven } from '@recado/shared/contact-lists/consent'
import { formatNumber } from '@recado/shared/contacts/phone-display'
import { IconAlertTriangle, IconShieldExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../connections/queries.ts'
import { useConsentText } from '../contact-lists/consent/use-consent-text.ts'
import { contactListQuery } from '../contact-lists/queries.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { formatDateTime } from '../ui/dates.ts'
import { useNumbers } from '../ui/use-numbers.ts'
import { expectedSeconds } from './expected-end.ts'
import { settingsQuery } from './queries.ts'
import { useZone } from './use-zone.ts'

/** What a start means: to how many, from which number, until about when, and who is left out. */
export function StartSummary({ campaign }: { campaign: Pick<Campaign, 'whatsappId' | 'contactListId'> }) {
  const { t } = useTexts()
  const format = useNumbers()
  const zone = useZone()
  const consentText = useConsentText()
  const { data: contactList } = useQuery(contactListQuery(campaign.contactListId))
  const { data: connections } = useQuery(connectionsQuery)
  const { data: settings } = useQuery(settingsQuery)
  const connection = connections?.find(({ id }) => id === campaign.whatsappId)
  if (!contactList || !connections || !settings) return <Skeleton height={80} />

  const recipients = contactList.contactsCount - contactList.invalids
  const end = new Date(Date.now() + expectedSeconds(recipients, paceOf(settings)) * 1000)
  const { consent } = contactList
  const from = connection && [connection.name, connection.number && formatNumber(connection.number)]
  return (
    <Stack gap="xs">
      <Text>
        {t('campaigns.start.summary', {
          count: recipients,
          recipients: format(recipients),
          list: contactList.name,
          connection: from?.filter(Boolean).join(', ') ?? '—',
        })}
      </Text>
      {recipients > 0 && (
        <Text>{t('campaigns.start.end', { time: formatDateTime(end.toISOString(), zone) })}</Text>
      )}
      {contactList.invalids > 0 && (
        <Text>
          {t('campaigns.start.skipped', {
            count: contactList.invalids,
            skipped: format(contactList.invalids),
          })}
        </Text>
      )}
      {consent && isGiven(consent) ? (
        <Text>{t('campaigns.start.consent', { text: consentText(consent) })}</Text>
      ) : (
        <Alert
          color="orange"
          icon={<IconShieldExclamation aria-hidden />}
          py="xs"
          title={t('campaigns.start.noConsent')}
        >
          {consentText(consent)} {t('campaigns.start.noConsentRisk')}
        </Alert>
      )}
      {connection?.status !== 'CONNECTED' && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} py="xs">
          {t('campaigns.start.notConnected')}
        </Alert>
      )}
    </Stack>
  )
}
