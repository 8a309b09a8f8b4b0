import { type Consent, isGiven } from '@recado/shared/contact-lists/consent'
import { IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Hint } from '../../ui/Hint.tsx'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { useConsentText } from './use-consent-text.ts'

const GIVEN: StatusLook = { color: 'green', icon: IconShieldCheck }
const MISSING: StatusLook = { color: 'orange', icon: IconShieldExclamation }

/** Whether the people of a list gave their consent. A tooltip says who recorded it, and when. */
export function ConsentBadge({ consent }: { consent: Consent | null }) {
  const { look, label, hint } = useLook(consent)
  return <StatusBadge look={look} label={label} hint={hint} />
}

/** The same as an icon, for rows. */
export function ConsentIcon({ consent }: { consent: Consent | null }) {
  const { look, label, hint } = useLook(consent)
  return (
    <Hint
      icon={look.icon}
      color={`var(--mantine-color-${look.color}-light-color)`}
      label={label}
      text={`${label}. ${hint}`}
    />
  )
}

function useLook(consent: Consent | null) {
  const { t } = useTexts()
  const textOf = useConsentText()
  const isKnown = consent !== null && isGiven(consent)
  const label = consent ? (isKnown ? 'given' : 'none') : 'unsaid'
  return {
    look: isKnown ? GIVEN : MISSING,
    label: t(`contactLists.consent.badge.${label}`),
    hint: textOf(consent),
  }
}
