import { Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { CONFIRMATION_FIELDS, MESSAGE_FIELDS } from '@recado/shared/campaigns/contract/campaign'
import { CALL_LIMITS } from '@recado/shared/http/limits'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../../../connections/queries.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { focusFirstError, showRefusals } from '../../../ui/form.ts'
import { required } from '../../../ui/required.ts'
import { toastSuccess } from '../../../ui/toast.ts'
import { type CampaignValues, filledVariants } from '../campaign-values.ts'
import { useTestMessage } from '../queries.ts'
import { useTestNumber } from '../use-test-number.ts'

interface TestDialogProps {
  campaignId: string
  values: CampaignValues
  onClose: () => void
}

/** Error codes about the number. */
const FIELD_OF_CODE = {
  ERR_WAPP_INVALID_CONTACT: 'number',
  ERR_CONTACT_BLOCKED: 'number',
  ERR_NOT_A_TESTER: 'number',
}

/** Sends one of the saved messages, or a confirmation question, to a tester's number. */
export function TestDialog({ campaignId, values, onClose }: TestDialogProps) {
  const { t } = useTexts()
  const test = useTestMessage()
  const { data: connections } = useQuery(connectionsQuery)
  const own = connections?.find(({ id }) => id === values.whatsappId)?.number
  const { proposed, remember } = useTestNumber(own ? formatNumber(own) : undefined)
  const perHour = String(CALL_LIMITS.trials.user)
  const messages = filledVariants(values, MESSAGE_FIELDS).map((variant) => ({
    value: `message-${variant}`,
    label: t('campaigns.form.message', { number: variant }),
  }))
  const confirmations = values.confirmation
    ? filledVariants(values, CONFIRMATION_FIELDS).map((variant) => ({
        value: `confirmation-${variant}`,
        label: t('campaigns.form.confirmation', { number: variant }),
      }))
    : []
  const choices = [
    ...(messages.length > 0 ? messages : [{ value: 'message', label: t('campaigns.test.onlyMedia') }]),
    ...confirmations,
  ]
  const form = useForm({
    initialValues: { number: proposed, what: choices[0]?.value ?? 'message' },
    validate: { number: (number) => (number.trim() ? null : t('form.fieldRequired')) },
  })
  const submit = form.onSubmit(({ number, what }) => {
    if (test.isPending) return
    const [kind, variant] = what.split('-')
    test.mutate(
      {
        campaignId,
        number,
        confirmation: kind === 'confirmation',
        variant: variant ? Number(variant) : undefined,
      },
      {
        onError: (error) => showRefusals(form, error, FIELD_OF_CODE),
        onSuccess: () => {
          remember(number)
          toastSuccess(t('campaigns.test.done'), `test-${campaignId}`)
          onClose()
        },
      },
    )
  }, focusFirstError)
  return (
    <FormDialog
      title={t('campaigns.test.title')}
      action={t('campaigns.test.send')}
      form={form}
      error={test.error}
      isBusy={test.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{t('campaigns.test.text')}</Text>
      <Text size="sm">
        {own
          ? t('campaigns.test.testers', { number: formatNumber(own), perHour })
          : t('campaigns.test.testersUnlinked', { perHour })}
      </Text>
      <TextInput
        label={t('contacts.number')}
        {...required}
        inputMode="tel"
        data-autofocus
        {...form.getInputProps('number')}
      />
      <Select label={t('campaigns.test.what')} data={choices} {...form.getInputProps('what')} />
    </FormDialog>
  )
}
