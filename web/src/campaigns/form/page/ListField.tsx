import { Alert, MultiSelect, Select } from '@mantine/core'
import {
  type CampaignType,
  GROUP_LISTS_MAX,
  RECOMMENDED_LIST_SIZE,
} from '@recado/shared/campaigns/contract/campaign'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { required } from '../../../ui/required.ts'
import { useNumbers } from '../../../ui/use-numbers.ts'
import type { SectionProps } from '../use-campaign-form.ts'

interface ListFieldProps extends SectionProps {
  type: CampaignType
  contactLists: ContactList[]
}

/** One list of contacts or several lists of groups, with a warning about their size. */
export function ListField({ type, form, isLocked, contactLists }: ListFieldProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const chosen = form.values.contactListId
  const large = contactLists.filter(
    ({ id, contactsCount }) => chosen.includes(id) && contactsCount > RECOMMENDED_LIST_SIZE,
  )
  const field = {
    description: t('campaigns.form.limit'),
    ...required,
    searchable: true,
    disabled: isLocked,
    // Without any list there is nothing to search in: a button below the field makes one.
    nothingFoundMessage: contactLists.length > 0 ? t('common.nothingMatches') : undefined,
    data: contactLists.map(({ id, name, contactsCount }) => ({
      value: id,
      label: t('campaigns.form.listOption', { name, count: contactsCount, contacts: format(contactsCount) }),
    })),
    ...form.getInputProps('contactListId'),
  }
  return (
    <>
      {type === 'PRIVATE' ? (
        <Select
          {...field}
          label={t('campaigns.form.contactList')}
          placeholder={t('campaigns.form.chooseContactList')}
          value={chosen[0] ?? null}
          onChange={(id) => form.setFieldValue('contactListId', id ? [id] : [])}
        />
      ) : (
        <MultiSelect
          {...field}
          label={t('campaigns.form.groupLists')}
          placeholder={chosen.length === 0 ? t('campaigns.form.chooseGroupLists') : undefined}
          maxValues={GROUP_LISTS_MAX}
        />
      )}
      {large.map(({ id, name, contactsCount }) => (
        <Alert key={id} color="yellow" icon={<IconInfoCircle aria-hidden />} py="xs">
          {t('campaigns.form.overLimitOf', { name, contacts: format(contactsCount) })}
        </Alert>
      ))}
    </>
  )
}
