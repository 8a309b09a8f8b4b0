import { type Consent, isGiven } from '@recado/shared/contact-lists/consent'
import { IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { useConsentText } from './use-consent-text.ts'

const GIVEN: StatusLook = { color: 'green', icon: IconShieldCheck }
const MISSING: StatusLook = { color: 'orange', icon: IconShieldExclamation }

/** Whether the people of a list gave their consent. A tooltip says who recorded it, and when. */
export function ConsentBadge({ consent }: { consent: Consent | null }) {
  const { t } = useTexts()
  const textOf = useConsentText()
  const label = () => {
    if (!consent) return t('contactLists.consent.badge.unsaid')
    return isGiven(consent) ? t('contactLists.consent.badge.given') : t('contactLists.consent.badge.none')
  }
  return (
    <StatusBadge
      look={consent && isGiven(consent) ? GIVEN : MISSING}
      label={label()}
      hint={textOf(consent)}
    />
  )
}
