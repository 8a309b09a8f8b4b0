import { Fieldset, List, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IMPORTS_EXPIRE_DAYS } from '@recado/shared/imports/expiry'
import {
  LEAST_DAYS,
  MOST_DAYS,
  RETAINED,
  type RetentionBounds,
  retentionBoundsInput,
} from '@recado/shared/retention/retention'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'
import { FormSection } from '../ui/FormSection.tsx'
import { focusFirstError } from '../ui/form.ts'
import { LeaveGuard } from '../ui/LeaveGuard.tsx'
import { SectionForm } from '../ui/SectionForm.tsx'
import { boundsFields, boundsOf, shorterMaxima } from './days.ts'
import { useSaveBounds } from './queries.ts'

/** For operators: the bounds within which companies choose, in days. It asks before a new maximum deletes data. */
export function BoundsForm({ bounds }: { bounds: RetentionBounds }) {
  const { t } = useTexts()
  const [asked, setAsked] = useState<RetentionBounds>()
  const save = useSaveBounds(t('retention.bounds.saved'))
  const form = useForm({
    initialValues: boundsFields(bounds),
    validate: (values) => {
      const { error } = retentionBoundsInput.safeParse(boundsOf(values))
      const faulty = error?.issues.map(({ path }) => path) ?? []
      return Object.fromEntries(
        faulty.map((path) => {
          const maximum = path[0] === 'imports' ? IMPORTS_EXPIRE_DAYS : MOST_DAYS
          return [path.join('.'), t('retention.bounds.faulty', { minimum: LEAST_DAYS, maximum })]
        }),
      )
    },
  })
  const send = (wanted: RetentionBounds) =>
    save.mutate(wanted, {
      onSuccess: () => form.resetDirty(boundsFields(wanted)),
      onSettled: () => setAsked(undefined),
    })
  const field = (name: string) => ({
    suffix: t('retention.days'),
    allowDecimal: false,
    allowNegative: false,
    hideControls: true,
    ...form.getInputProps(name),
  })
  return (
    <FormSection title={t('retention.bounds.title')}>
      <LeaveGuard isDirty={form.isDirty()} />
      <SectionForm
        action={t('retention.bounds.save')}
        isBusy={save.isPending}
        problem={<FormProblem form={form} error={save.error} />}
        onSubmit={form.onSubmit((values) => {
          const wanted = boundsOf(values)
          if (shorterMaxima(bounds, wanted).length > 0) setAsked(wanted)
          else if (!save.isPending) send(wanted)
        }, focusFirstError)}
      >
        <Text mb="md">{t('retention.bounds.text')}</Text>
        {RETAINED.map((kind) => (
          <Fieldset key={kind} legend={t(`retention.kinds.${kind}`)} mb="sm">
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NumberInput label={t('retention.bounds.minimum')} {...field(`${kind}.minimum`)} />
              <NumberInput
                label={t('retention.bounds.maximum')}
                placeholder={
                  kind === 'imports'
                    ? t('retention.upTo', { maximum: IMPORTS_EXPIRE_DAYS })
                    : t('retention.noLimit')
                }
                {...field(`${kind}.maximum`)}
              />
            </SimpleGrid>
          </Fieldset>
        ))}
      </SectionForm>
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('retention.bounds.confirm.title')}
        action={t('retention.confirm.action')}
        danger
        isBusy={save.isPending}
        onConfirm={() => asked && send(asked)}
        onClose={() => setAsked(undefined)}
      >
        <Stack gap="sm">
          <Text>{t('retention.bounds.confirm.text')}</Text>
          <List size="sm" spacing={4}>
            {shorterMaxima(bounds, asked ?? bounds).map(({ kind, days }) => (
              <List.Item key={kind}>
                {t('retention.bounds.confirm.older', { kind: t(`retention.kinds.${kind}`), days })}
              </List.Item>
            ))}
          </List>
        </Stack>
      </ConfirmDialog>
    </FormSection>
  )
}
