import { Stack, Text } from '@mantine/core'
import type { ContactDetails } from '@recado/shared/contacts/contact'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { DateTime } from '../zone/DateTime.tsx'
import { ContactName, ContactNumber } from './ContactName.tsx'
import { ContactTags } from './ContactTags.tsx'

const VARIABLES = ['var1', 'var2', 'var3'] as const

/** The fields of a contact that have a value. */
export function ContactFacts({ contact }: { contact: ContactDetails }) {
  const { t } = useTexts()
  const { email, nameFrom, tagIds, extraInfo, botDisabled, createdAt } = contact
  return (
    <Stack component="dl" gap="sm" m={0}>
      <Fact name={t('contactBook.name')}>
        <ContactName contact={contact} />
        {contact.name && (
          <Text size="xs" c="dimmed">
            {t(`contactBook.nameFrom.${nameFrom}`)}
          </Text>
        )}
      </Fact>
      <Fact name={t('contactBook.number')}>
        <ContactNumber contact={contact} />
      </Fact>
      {email && <Fact name={t('contactBook.email')}>{email}</Fact>}
      {tagIds.length > 0 && (
        <Fact name={t('contactBook.tags')}>
          <ContactTags tagIds={tagIds} />
        </Fact>
      )}
      {VARIABLES.map(
        (field) =>
          contact[field] && (
            <Fact key={field} name={t(`contacts.${field}`)}>
              {contact[field]}
            </Fact>
          ),
      )}
      {extraInfo.map(({ name, value }, at) => (
        // Two fields may have the same name.
        <Fact key={at} name={name}>
          <bdi>{value || '—'}</bdi>
        </Fact>
      ))}
      <Fact name={t('contactBook.createdAt')}>
        <DateTime instant={createdAt} />
      </Fact>
      {botDisabled && <Fact name={t('contactBook.automatic')}>{t('contactBook.botDisabled')}</Fact>}
    </Stack>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Text component="dt" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {name}
    </Text>
    <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </div>
)
