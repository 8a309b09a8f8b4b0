import { Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { instancesQuery } from '../../instances/queries.ts'
import { CopyField } from '../../ui/CopyField.tsx'
import { required } from '../../ui/required.ts'
import type { CompanyValues } from './values.ts'

/** The instance and the company there whose users may sign in here. */
export function HandoverFields({ form }: { form: UseFormReturnType<CompanyValues> }) {
  const { t } = useTexts()
  const { data: instances } = useQuery(instancesQuery)
  return (
    <>
      <Select
        label={t('companies.form.handoverInstance')}
        description={t('companies.form.handoverHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[
          { value: '', label: t('companies.form.handoverNobody') },
          ...(instances?.map(({ id, name }) => ({ value: id, label: name })) ?? []),
        ]}
        allowDeselect={false}
        disabled={!instances}
        {...form.getInputProps('handoverInstanceId')}
      />
      {form.values.handoverInstanceId && (
        <TextInput
          label={t('companies.form.handoverCompany')}
          {...required}
          {...form.getInputProps('handoverCompanyId')}
        />
      )}
    </>
  )
}

/** The company's id, which the operators of the other instance need. */
export function CompanyId({ id }: { id: string }) {
  const { t } = useTexts()
  return <CopyField label={t('companies.form.id')} description={t('companies.form.idHint')} value={id} />
}
