import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { CompanyRecord } from '@recado/shared/companies/register/company-record'
import { supportGrant } from '@recado/shared/users/user'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, validatedBy } from '../../ui/form.ts'
import { GrantFields, type GrantValues, NEW_GRANT } from '../../users/form/GrantFields.tsx'
import { useEnterForSupport } from '../queries.ts'

interface SupportDialogProps {
  company: CompanyRecord
  onClose: () => void
}

const grantOf = (values: GrantValues) => ({ ...values, minutes: Number(values.minutes) })
const validated = validatedBy(supportGrant, 'form.fieldRequired')

/** Asks an operator for the reason, then lets them work in the company. */
export function SupportDialog({ company: { id, name }, onClose }: SupportDialogProps) {
  const { t } = useTexts()
  const enter = useEnterForSupport(onClose)
  const form = useForm({
    initialValues: NEW_GRANT,
    validate: (values) => validated(grantOf(values)),
  })
  const submit = form.onSubmit((values) => {
    if (enter.isPending) return
    enter.mutate({ companyId: id, support: supportGrant.parse(grantOf(values)) })
  }, focusFirstError)
  return (
    <FormDialog
      title={t('companies.support.title', { name })}
      action={t('companies.support.enter')}
      form={form}
      error={enter.error}
      isBusy={enter.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('companies.support.text')}
      </Text>
      <GrantFields inputOf={(field, type) => form.getInputProps(field, type)} hasFocus />
    </FormDialog>
  )
}
