import { Card, List, Stack, Text, Title } from '@mantine/core'
import type { EndedOptOut } from '@recado/shared/contact-blocks/contact-block'
import type { ContactDetails } from '@recado/shared/contacts/contact'
import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../../connections/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { useZone } from '../../zone/use-zone.ts'

/** The person's earlier opt-outs, each with what ended it: the company's proof of both. */
export function EndedOptOuts({
  contact: { endedOptOuts },
}: {
  contact: Pick<ContactDetails, 'endedOptOuts'>
}) {
  const { t } = useTexts()
  if (endedOptOuts.length === 0) return null
  return (
    <Card withBorder component="section" aria-label={t('contactBook.endedOptOuts.title')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('contactBook.endedOptOuts.title')}
        </Title>
        {endedOptOuts.map((ended, place) => (
          <Ended key={endedOptOuts.length - place} ended={ended} />
        ))}
      </Stack>
    </Card>
  )
}

function Ended({ ended: { evidence, end } }: { ended: EndedOptOut }) {
  const { t } = useTexts()
  const zone = useZone()
  const { data: connections } = useQuery(connectionsQuery)
  const words = ({ text, at, whatsappId }: EndedOptOut['evidence']) => ({
    text,
    at: formatDateTime(at, zone),
    connection: connections?.find(({ id }) => id === whatsappId)?.name ?? t('schedules.goneConnection'),
  })
  return (
    <List size="sm" style={{ overflowWrap: 'anywhere' }}>
      <List.Item>{t('contactBook.endedOptOuts.left', words(evidence))}</List.Item>
      {end.by === 'PERSON' ? (
        <List.Item>{t('contactBook.endedOptOuts.returned', words(end))}</List.Item>
      ) : (
        <List.Item>
          {t('contactBook.endedOptOuts.lifted', { name: end.name, at: formatDateTime(end.at, zone) })}
          <Text size="xs" c="dimmed">
            {end.reason}
          </Text>
        </List.Item>
      )}
    </List>
  )
}
