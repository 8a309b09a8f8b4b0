import { Button, Select, TextInput } from '@mantine/core'
import type { CampaignType } from '@recado/shared/campaigns/contract/campaign'
import type { Connection } from '@recado/shared/connections/connection'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import type { PlatformTag } from '@recado/shared/integration/integration'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import { IconPlus } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTexts } from '../../../i18n/use-texts.ts'
import { FormSection } from '../../../ui/FormSection.tsx'
import { required } from '../../../ui/required.ts'
import { CAMPAIGN_PLACES } from '../../places.ts'
import type { SectionProps } from '../use-campaign-form.ts'
import { GroupModeField } from './GroupModeField.tsx'
import { ListField } from './ListField.tsx'
import { TagField } from './TagField.tsx'

export interface Choices {
  connections: Connection[]
  contactLists: ContactList[]
  /** Tags of the integrated platform, for a new campaign to a tag; undefined for a campaign to a list. */
  tags?: PlatformTag[] | undefined
}

interface RecipientsSectionProps extends SectionProps {
  type: CampaignType
  isConnectionLocked: boolean
  choices: Choices
}

/** Name, connection and recipients of the campaign. */
export function RecipientsSection(props: RecipientsSectionProps) {
  const { type, form, isLocked, isConnectionLocked, choices } = props
  const { connections, contactLists, tags } = choices
  const { t } = useTexts()
  const connectionLabel = ({ name, number, status }: Connection) => {
    const label = number ? `${name} · ${formatNumber(number)}` : name
    return status === 'CONNECTED' ? label : `${label} (${t(`connections.status.${status}`)})`
  }
  return (
    <FormSection title={t('campaigns.form.toWhom')}>
      <TextInput
        label={t('campaigns.name')}
        {...required}
        disabled={isLocked}
        {...form.getInputProps('name')}
      />
      <Select
        label={t('campaigns.form.connection')}
        placeholder={t('campaigns.form.chooseConnection')}
        {...required}
        searchable
        disabled={isConnectionLocked}
        nothingFoundMessage={t('common.nothingMatches')}
        data={connections.map((connection) => ({ value: connection.id, label: connectionLabel(connection) }))}
        {...form.getInputProps('whatsappId')}
        value={form.values.whatsappId || null}
      />
      {connections.length === 0 && (
        <Missing text={t('campaigns.form.noConnections')} to="/connections" search={NEW} />
      )}
      {tags ? (
        <TagField form={form} isLocked={isLocked} tags={tags} />
      ) : (
        <ListField type={type} form={form} isLocked={isLocked} contactLists={contactLists} />
      )}
      {contactLists.length === 0 && !tags && (
        <Missing
          text={t(`campaigns.form.noListsOf.${type}`)}
          to={CAMPAIGN_PLACES[type].contactLists}
          search={type === 'PRIVATE' ? NEW : {}}
        />
      )}
      {type === 'GROUP' && <GroupModeField form={form} isLocked={isLocked} />}
    </FormSection>
  )
}

/** Opens the dialog that creates the missing list. */
const NEW = { dialog: 'new' } as const

/** Shown when there is nothing to choose from: a link to the page that creates it. */
const Missing = ({ text, ...link }: { text: string } & Pick<LinkProps, 'to' | 'search'>) => (
  <Button
    variant="light"
    leftSection={<IconPlus size={18} aria-hidden />}
    renderRoot={(props) => <Link {...link} {...props} />}
  >
    {text}
  </Button>
)
