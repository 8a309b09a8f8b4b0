import { NumberInput, SimpleGrid, Switch, Text } from '@mantine/core'
import {
  RECOMMENDED_NEW_CONTACTS_PER_DAY,
  RECOMMENDED_WARM_UP_DAYS,
} from '@recado/shared/connections/connection'
import { newContactsOn } from '@recado/shared/connections/health'
import { useTexts } from '../../i18n/use-texts.ts'
import { required } from '../../ui/required.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import type { ConnectionForm } from './problems.ts'

/** The limit of first contacts in a day, and the warm-up that leads to it. */
export function PaceFields({ form }: { form: ConnectionForm }) {
  const { t } = useTexts()
  const { isLimited, newContactsPerDay, warmUpDays } = form.values
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('connections.form.paceHint')}
      </Text>
      <Switch
        label={t('connections.form.limited')}
        {...form.getInputProps('isLimited', { type: 'checkbox' })}
      />
      {isLimited && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberInput
              label={t('connections.form.newContactsPerDay')}
              description={t('connections.form.recommended', { value: RECOMMENDED_NEW_CONTACTS_PER_DAY })}
              min={1}
              max={100_000}
              allowDecimal={false}
              {...required}
              {...form.getInputProps('newContactsPerDay')}
            />
            <NumberInput
              label={t('connections.form.warmUpDays')}
              description={t('connections.form.recommended', { value: RECOMMENDED_WARM_UP_DAYS })}
              min={0}
              max={90}
              allowDecimal={false}
              {...form.getInputProps('warmUpDays')}
            />
          </SimpleGrid>
          {typeof newContactsPerDay === 'number' && typeof warmUpDays === 'number' && (
            <Ramp newContactsPerDay={newContactsPerDay} warmUpDays={warmUpDays} />
          )}
        </>
      )}
    </>
  )
}

/** The warm-up in one line: the limit on the first day, in the middle, and the day of the full limit. */
function Ramp({ newContactsPerDay, warmUpDays }: { newContactsPerDay: number; warmUpDays: number }) {
  const { t } = useTexts()
  const format = useNumbers()
  const limit = format(newContactsPerDay)
  const on = (day: number) => format(newContactsOn(day, { newContactsPerDay, warmUpDays }) ?? 0)
  const middle = Math.floor(warmUpDays / 2)
  return (
    <Text size="sm" role="status">
      {warmUpDays === 0
        ? t('connections.form.rampAtOnce', { limit })
        : t('connections.form.ramp', {
            first: on(0),
            middle: on(middle),
            middleDay: format(middle + 1),
            limit,
            fullDay: format(warmUpDays + 1),
          })}
    </Text>
  )
}
