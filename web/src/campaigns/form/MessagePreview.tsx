import { Text, Title } from '@mantine/core'
import { MESSAGE_FIELDS } from '@recado/shared/campaigns/campaign'
import { fillTemplate, greetingAt } from '@recado/shared/campaigns/template'
import type { ContactFields } from '@recado/shared/contact-lists/contact-list-item'
import { useQuery } from '@tanstack/react-query'
import { sampleContactQuery } from '../../contact-lists/items/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatTime, instantOf } from '../../ui/dates.ts'
import type { CampaignValues } from './campaign-values.ts'
import classes from './form.module.css'
import { whatsappFormatted } from './whatsapp-format.tsx'

interface MessagePreviewProps {
  values: CampaignValues
  zone: string
  tab: number
}

/** Somebody to write to, while no list is chosen or it is empty. */
const EXAMPLE: ContactFields = {
  name: 'Maria Silva',
  number: '5511987654321',
  email: 'maria@exemplo.com.br',
  var1: 'var1',
  var2: 'var2',
  var3: 'var3',
}

/** The open message as a phone would show it to the list's first contact. */
export function MessagePreview({ values, zone, tab }: MessagePreviewProps) {
  const { t } = useTexts()
  const { contactListId, scheduledAt } = values
  const { data } = useQuery({ ...sampleContactQuery(contactListId), enabled: contactListId !== '' })
  const contact = data ?? EXAMPLE
  const at = scheduledAt ? instantOf(scheduledAt, zone) : new Date().toISOString()
  const field = MESSAGE_FIELDS[tab - 1] ?? 'message1'
  const text = fillTemplate(values[field], contact, { greeting: greetingAt(new Date(at), zone) }).trim()
  return (
    <section className={classes.preview} aria-label={t('campaigns.preview.title')}>
      <Title order={2} size="h4" mb={4}>
        {t('campaigns.preview.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(data ? 'campaigns.preview.asContact' : 'campaigns.preview.asExample', { name: contact.name })}
      </Text>
      <div className={classes.phone}>
        <div className={classes.phoneHeader}>{contact.name}</div>
        <div className={classes.chat}>
          {text ? (
            <div className={classes.bubble}>
              <span className={classes.text}>{whatsappFormatted(text)}</span>
              <span className={classes.time}>{formatTime(at, zone)}</span>
            </div>
          ) : (
            <p className={classes.nothing}>{t('campaigns.preview.empty', { number: tab })}</p>
          )}
        </div>
      </div>
    </section>
  )
}
