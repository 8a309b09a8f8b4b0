import { NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Plan, planInput } from '@recado/shared/plans/plan'
import { useTexts } from '../i18n/use-texts.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { focusFirstError, showRefusals, validatedBy } from '../ui/form.ts'
import { required } from '../ui/required.ts'
import { toastError, toastSuccess } from '../ui/toast.ts'
import { useSavePlan } from './queries.ts'

interface PlanDialogProps {
  /** The plan to change; undefined for a new one. */
  plan: Plan | undefined
  onClose: () => void
}

const LIMITS = ['users', 'connections', 'queues'] as const

export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const { t } = useTexts()
  const save = useSavePlan()
  const form = useForm<PlanValues>({
    initialValues: valuesOf(plan),
    validate: validatedBy(planInput, 'form.fieldRequired'),
  })
  const submit = form.onSubmit((values) => {
    if (save.isPending) return
    save.mutate(
      { ...planInput.parse(values), ...(plan && { planId: plan.id }) },
      {
        onSuccess: ({ id }) => {
          toastSuccess(t('common.done'), `plan-saved-${id}`)
          onClose()
        },
        onError: (error) => {
          toastError(error, { title: t('plans.notSaved') })
          showRefusals(form, error, { ERR_DUPLICATED_NAME: 'name' })
        },
      },
    )
  }, focusFirstError)
  return (
    <FormDialog
      title={plan ? t('plans.edit') : t('plans.new')}
      action={plan ? t('common.save') : t('plans.add')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t('plans.name')} {...required} data-autofocus {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {LIMITS.map((limit) => (
          <NumberInput
            key={limit}
            label={t(`plans.${limit}`)}
            min={1}
            allowDecimal={false}
            allowNegative={false}
            {...required}
            {...form.getInputProps(limit)}
          />
        ))}
      </SimpleGrid>
    </FormDialog>
  )
}

/** An empty number field holds ''. */
interface PlanValues {
  name: string
  users: number | string
  connections: number | string
  queues: number | string
}

const valuesOf = (plan: Plan | undefined): PlanValues => ({
  name: plan?.name ?? '',
  users: plan?.users ?? '',
  connections: plan?.connections ?? '',
  queues: plan?.queues ?? '',
})
