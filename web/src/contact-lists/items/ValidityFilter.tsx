import { Select } from '@mantine/core'
import type { Validity } from '@recado/shared/contact-lists/routes'
import { useTexts } from '../../i18n/use-texts.ts'

const VALIDITIES = { true: 'valids', false: 'invalids', unknown: 'unknowns' } as const
const KNOWN: readonly Validity[] = ['true', 'false', 'unknown']

interface ValidityFilterProps {
  value: Validity | undefined
  onChange: (value: Validity | undefined) => void
}

export function ValidityFilter({ value, onChange }: ValidityFilterProps) {
  const { t } = useTexts()
  return (
    <Select
      aria-label={t('contacts.columns.validity')}
      data={[
        { value: 'all', label: t('contacts.validity.all') },
        ...KNOWN.map((known) => ({ value: known, label: t(`contacts.validity.${VALIDITIES[known]}`) })),
      ]}
      value={value ?? 'all'}
      onChange={(next) => onChange(KNOWN.find((known) => known === next))}
      w={200}
    />
  )
}
