import { Divider, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { companyNamesQuery } from '../queries.ts'
import { GrantFields } from './GrantFields.tsx'
import { isNewGrant, type UserForm, type UserFormOf } from './values.ts'

/** Access for support: the company, the duration, the reason, and whether the user may change data there. */
export function SupportFields({ form, of }: { form: UserForm; of: UserFormOf }) {
  const { t } = useTexts()
  const { companyId } = useUser()
  const { data: companies } = useQuery(companyNamesQuery)
  const others = companies?.filter(({ id }) => id !== companyId) ?? []
  return (
    <>
      <Divider label={t('users.support.title')} labelPosition="left" />
      <Select
        label={t('users.support.company')}
        description={t('users.support.hint')}
        data={[
          { value: '', label: t('users.support.none') },
          ...others.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        disabled={!companies}
        searchable
        nothingFoundMessage={t('common.nothingMatches')}
        {...form.getInputProps('selectedCompanyId')}
      />
      {isNewGrant(form.values, of) && (
        <GrantFields inputOf={(field, type) => form.getInputProps(`support.${field}`, type)} />
      )}
    </>
  )
}
