import { ActionIcon, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core'
import { EXTRA_INFO_MAX } from '@recado/shared/contacts/contact'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { ContactForm } from './values.ts'

/** Fields that the company makes up for a contact, each with its value. */
export function ExtraInfoFields({ form }: { form: ContactForm }) {
  const { t } = useTexts()
  const { extraInfo } = form.values
  return (
    <Fieldset legend={t('contactBook.extraInfo')}>
      <Stack gap="sm">
        {extraInfo.map((_, at) => (
          // The fields have no ids, and their order is theirs alone.
          <Group key={at} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              flex={1}
              miw={0}
              aria-label={t('contactBook.extraName', { number: at + 1 })}
              placeholder={t('contactBook.extraName', { number: at + 1 })}
              {...form.getInputProps(`extraInfo.${at}.name`)}
            />
            <TextInput
              flex={2}
              miw={0}
              aria-label={t('contactBook.extraValue', { number: at + 1 })}
              placeholder={t('contactBook.extraValue', { number: at + 1 })}
              {...form.getInputProps(`extraInfo.${at}.value`)}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={t('contactBook.removeExtra', { number: at + 1 })}
              onClick={() => form.removeListItem('extraInfo', at)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {extraInfo.length < EXTRA_INFO_MAX && (
          <Group>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => form.insertListItem('extraInfo', { name: '', value: '' })}
            >
              {t('contactBook.addExtra')}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}
