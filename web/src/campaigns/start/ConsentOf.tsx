import { Alert, Text } from '@mantine/core'
import { isGiven } from '@recado/shared/contact-lists/consent'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { IconShieldExclamation } from '@tabler/icons-react'
import { useConsentText } from '../../contact-lists/consent/use-consent-text.ts'
import { useTexts } from '../../i18n/use-texts.ts'

/** The consent recorded with each list, and a warning for lists without one. */
export function ConsentOf({ lists }: { lists: ContactList[] }) {
  const { t } = useTexts()
  const consentText = useConsentText()
  const [only] = lists
  const without = lists.filter(({ consent }) => !consent || !isGiven(consent))
  if (without.length === 0) {
    return lists.map(({ id, name, consent }) => (
      <Text key={id}>
        {lists.length > 1 && `${name}: `}
        {t('campaigns.start.consent', { text: consentText(consent) })}
      </Text>
    ))
  }
  const names = without.map(({ name }) => name).join(', ')
  return (
    <NoConsent
      text={
        lists.length === 1 && only
          ? consentText(only.consent)
          : t('campaigns.start.listsWithout', { lists: names })
      }
    />
  )
}

/** The warning that people did not consent, as far as is known. */
export function NoConsent({ text }: { text?: string }) {
  const { t } = useTexts()
  const consentText = useConsentText()
  return (
    <Alert
      color="orange"
      icon={<IconShieldExclamation aria-hidden />}
      py="xs"
      title={t('campaigns.start.noConsent')}
    >
      {text ?? consentText(null)} {t('campaigns.start.noConsentRisk')}
    </Alert>
  )
}
