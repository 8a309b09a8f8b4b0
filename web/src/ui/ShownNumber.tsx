import { flagOf, foreignRegionOf } from '@recado/shared/phone-numbers/flag'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import { LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'

/** A phone number for reading, with the flag of a foreign one. */
export function ShownNumber({ number }: { number: string }) {
  const { language } = useTexts()
  const region = foreignRegionOf(number)
  if (!region) return formatNumber(number)
  const name = new Intl.DisplayNames(LOCALES[language], { type: 'region' }).of(region) ?? region
  return (
    <>
      <span role="img" aria-label={name} title={name}>
        {flagOf(region)}
      </span>{' '}
      {formatNumber(number)}
    </>
  )
}
