import { Alert, Anchor, Select, Text, TextInput } from '@mantine/core'
import { RECOMMENDED_LIST_SIZE } from '@recado/shared/campaigns/campaign'
import type { Connection } from '@recado/shared/connections/connection'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { formatNumber } from '@recado/shared/contacts/phone-display'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { FormSection } from './FormSection.tsx'
import type { SectionProps } from './use-campaign-form.ts'

interface RecipientsSectionProps extends SectionProps {
  isConnectionLocked: boolean
  connections: Connection[]
  contactLists: ContactList[]
}

/** What the campaign is called, from which number it goes, and to whom. */
export function RecipientsSection(props: RecipientsSectionProps) {
  const { form, isLocked, isConnectionLocked, connections, contactLists } = props
  const { t } = useTexts()
  const format = useNumbers()
  const chosen = contactLists.find(({ id }) => id === form.values.contactListId)
  const connectionLabel = ({ name, number, status }: Connection) => {
    const label = number ? `${name} · ${formatNumber(number)}` : name
    return status === 'CONNECTED' ? label : `${label} (${t(`connections.status.${status}`)})`
  }
  return (
    <FormSection title={t('campaigns.form.toWhom')}>
      <TextInput
        label={t('campaigns.name')}
        withAsterisk
        disabled={isLocked}
        {...form.getInputProps('name')}
      />
      <Select
        label={t('campaigns.form.connection')}
        placeholder={t('campaigns.form.chooseConnection')}
        withAsterisk
        searchable
        disabled={isConnectionLocked}
        nothingFoundMessage={t('common.nothingMatches')}
        data={connections.map((connection) => ({ value: connection.id, label: connectionLabel(connection) }))}
        {...form.getInputProps('whatsappId')}
        value={form.values.whatsappId || null}
      />
      {connections.length === 0 && <Missing text={t('campaigns.form.noConnections')} to="/connections" />}
      <Select
        label={t('campaigns.form.contactList')}
        placeholder={t('campaigns.form.chooseContactList')}
        description={t('campaigns.form.limit')}
        withAsterisk
        searchable
        disabled={isLocked}
        nothingFoundMessage={t('common.nothingMatches')}
        data={contactLists.map(({ id, name, contactsCount }) => ({
          value: id,
          label: t('campaigns.form.listOption', {
            name,
            count: contactsCount,
            contacts: format(contactsCount),
          }),
        }))}
        {...form.getInputProps('contactListId')}
        value={form.values.contactListId || null}
      />
      {contactLists.length === 0 && <Missing text={t('campaigns.form.noLists')} to="/contact-lists" />}
      {chosen && chosen.contactsCount > RECOMMENDED_LIST_SIZE && (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} py="xs">
          {t('campaigns.form.overLimit', { contacts: format(chosen.contactsCount) })}
        </Alert>
      )}
    </FormSection>
  )
}

/** Nothing to choose from: where that is made. */
const Missing = ({ text, to }: { text: string; to: LinkProps['to'] }) => (
  <Text size="sm">
    <Anchor renderRoot={(props) => <Link to={to} {...props} />}>{text}</Anchor>
  </Text>
)
