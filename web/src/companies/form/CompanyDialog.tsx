import { Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useForm } from '@mantine/form'
import { blockType, paymentMethod, recurrence, useType } from '@recado/shared/companies/company'
import { maskDocument } from '@recado/shared/companies/document'
import type { OneCompany } from '@recado/shared/companies/register/company-record'
import { useTexts } from '../../i18n/use-texts.ts'
import { useCalendarNames } from '../../ui/calendar-names.ts'
import { DATE_FORMAT } from '../../ui/dates.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, showRefusals } from '../../ui/form.ts'
import { required } from '../../ui/required.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { useSaveCompany } from '../queries.ts'
import { CompanyId, HandoverFields } from './HandoverFields.tsx'
import { InstanceField, PlanField } from './PlaceFields.tsx'
import { useExceeded } from './use-exceeded.ts'
import { companyFormValues, companyInputOf, maskPhone, validateCompanyForm } from './values.ts'

interface CompanyDialogProps {
  /** The company to change; undefined for a new one. */
  company: OneCompany | undefined
  onClose: () => void
}

/** The field that each error code is about. */
const FIELD_OF_CODE = {
  ERR_DUPLICATED_EMAIL: 'email',
  ERR_WAPP_INVALID_CONTACT: 'phone',
  ERR_NO_PLAN_FOUND: 'planId',
  ERR_NO_INSTANCE_FOUND: 'instanceId',
}

export function CompanyDialog({ company, onClose }: CompanyDialogProps) {
  const { t } = useTexts()
  const save = useSaveCompany()
  const exceeded = useExceeded()
  const emailHint = useEmailHint(company)
  const form = useForm({ initialValues: companyFormValues(company), validate: validateCompanyForm })
  const submit = form.onSubmit((values) => {
    if (save.isPending) return
    save.mutate(
      { ...companyInputOf(values), ...(company && { companyId: company.id }) },
      {
        onSuccess: ({ id }) => {
          toastSuccess(t('common.done'), `company-saved-${id}`)
          onClose()
        },
        onError: (error) => {
          toastError(error, { title: t('administration.failed') })
          showRefusals(form, error, FIELD_OF_CODE)
          const what = exceeded(error)
          if (what) form.setFieldError('planId', what)
        },
      },
    )
  }, focusFirstError)
  const options = <V extends string>(values: readonly V[], label: (value: V) => string) =>
    values.map((value) => ({ value, label: label(value) }))
  return (
    <FormDialog
      title={company ? t('companies.edit') : t('companies.new')}
      action={company ? t('common.save') : t('companies.add')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
      size="xl"
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label={t('companies.name')} {...required} data-autofocus {...form.getInputProps('name')} />
        <TextInput
          label={t('companies.form.email')}
          description={emailHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="email"
          {...required}
          {...form.getInputProps('email')}
        />
        <TextInput
          label={t('companies.form.phone')}
          type="tel"
          {...form.getInputProps('phone')}
          onChange={(event) => form.setFieldValue('phone', maskPhone(event.currentTarget.value))}
        />
        <TextInput
          label={t('companies.form.document')}
          {...form.getInputProps('document')}
          onChange={(event) => form.setFieldValue('document', maskDocument(event.currentTarget.value))}
        />
        <PlanField {...form.getInputProps('planId')} />
        <InstanceField {...form.getInputProps('instanceId')} />
        {company && <HandoverFields form={form} />}
        <DatePickerInput
          {...useCalendarNames()}
          label={t('companies.dueDate')}
          placeholder={t('companies.form.chooseDate')}
          valueFormat={DATE_FORMAT}
          clearable
          clearButtonProps={{ 'aria-label': t('companies.form.noDueDate') }}
          {...form.getInputProps('dueDate')}
          value={form.values.dueDate || null}
          onChange={(date) => form.setFieldValue('dueDate', date ?? '')}
        />
        <Select
          label={t('companies.form.recurrence')}
          data={options(recurrence.options, (value) => t(`companies.recurrences.${value}`))}
          {...form.getInputProps('recurrence')}
        />
        <Select
          label={t('companies.form.paymentMethod')}
          data={[
            { value: '', label: t('companies.form.noPaymentMethod') },
            ...options(paymentMethod.options, (value) => t(`companies.paymentMethods.${value}`)),
          ]}
          {...form.getInputProps('paymentMethod')}
        />
        <Select
          label={t('companies.form.useType')}
          data={options(useType.options, (value) => t(`companies.useTypes.${value}`))}
          {...form.getInputProps('useType')}
        />
        <Select
          label={t('companies.form.blockType')}
          data={options(blockType.options, (value) => t(`companies.blockTypes.${value}`))}
          {...form.getInputProps('blockType')}
        />
        <Switch
          label={t('companies.form.campaignsEnabled')}
          mt={{ base: 0, sm: 30 }}
          {...form.getInputProps('campaignsEnabled', { type: 'checkbox' })}
        />
        {company && <CompanyId id={company.id} />}
      </SimpleGrid>
    </FormDialog>
  )
}

/** Whose login the company's e-mail is. */
function useEmailHint(company: OneCompany | undefined): string | undefined {
  const { t } = useTexts()
  if (!company) return t('companies.form.emailHint')
  if (!company.access) return undefined
  const { email, followsCompany } = company.access
  return followsCompany ? t('companies.form.emailFollows') : t('companies.form.emailApart', { email })
}
