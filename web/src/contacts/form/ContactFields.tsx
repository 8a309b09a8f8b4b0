import { Checkbox, MultiSelect, SimpleGrid, TextInput } from '@mantine/core'
import { CONTACT_TAGS_MAX } from '@recado/shared/contacts/contact'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { tagChoicesQuery } from '../../tags/queries.ts'
import { required } from '../../ui/required.ts'
import { ExtraInfoFields } from './ExtraInfoFields.tsx'
import type { ContactForm } from './values.ts'

/** All that people may say about a contact, but notes. */
export function ContactFields({ form }: { form: ContactForm }) {
  const { t } = useTexts()
  return (
    <>
      <TextInput
        label={t('contactBook.name')}
        {...required}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('contactBook.number')}
        description={t('contacts.numberHint')}
        type="tel"
        {...required}
        {...form.getInputProps('number')}
      />
      <TextInput label={t('contactBook.email')} type="email" {...form.getInputProps('email')} />
      <TagsField form={form} />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput label={t('contacts.var1')} {...form.getInputProps('var1')} />
        <TextInput label={t('contacts.var2')} {...form.getInputProps('var2')} />
        <TextInput label={t('contacts.var3')} {...form.getInputProps('var3')} />
      </SimpleGrid>
      <ExtraInfoFields form={form} />
      <Checkbox
        label={t('contactBook.botDisabled')}
        description={t('contactBook.botDisabledHint')}
        {...form.getInputProps('botDisabled', { type: 'checkbox' })}
      />
    </>
  )
}

/** Tags that were deleted are left out of the form, and so of the contact. */
function TagsField({ form }: { form: ContactForm }) {
  const { t } = useTexts()
  const { data } = useQuery(tagChoicesQuery)
  const { value, ...props } = form.getInputProps('tagIds')
  const chosen = form.values.tagIds.filter((id) => !data || data.some((tag) => tag.id === id))
  return (
    <MultiSelect
      label={t('contactBook.tags')}
      placeholder={chosen.length === 0 ? t('contactBook.addTag') : undefined}
      data={data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      {...props}
      value={data ? chosen : []}
      disabled={!data}
      maxValues={CONTACT_TAGS_MAX}
      nothingFoundMessage={t('contactBook.noTags')}
      searchable
      hidePickedOptions
    />
  )
}
