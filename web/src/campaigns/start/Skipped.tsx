import { List, Text } from '@mantine/core'
import type { Precheck } from '@recado/shared/campaigns/contract/precheck'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { unknownVariables } from './unknown-variables.ts'

const LEFT_OUT = ['invalid', 'blocked', 'notInGroup', 'onlyAdmins', 'noNumber', 'duplicates'] as const

interface SkippedProps {
  precheck: Precheck
  /** The texts that the campaign sends. */
  texts: readonly string[]
}

/**
 * Skipped recipients with their reasons, and hints: recipients not checked yet, variables in the messages that are empty or do
 * not exist, and messages that do not say who writes.
 */
export function Skipped({ precheck, texts }: SkippedProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const told = (key: (typeof LEFT_OUT)[number] | 'unknown') =>
    t(`campaigns.start.counts.${key}`, { count: precheck[key], contacts: format(precheck[key]) })
  const leftOut = LEFT_OUT.filter((key) => precheck[key] > 0)
  const unknown = unknownVariables(texts)
  const isAnyHint =
    precheck.unnamed || precheck.unknown > 0 || precheck.missingVariables.length > 0 || unknown.length > 0
  return (
    <>
      {leftOut.length > 0 && (
        <div>
          <Text fw={600} size="sm">
            {t('campaigns.start.leftOut')}
          </Text>
          <List size="sm">
            {leftOut.map((key) => (
              <List.Item key={key}>{told(key)}</List.Item>
            ))}
          </List>
        </div>
      )}
      {isAnyHint && (
        <div>
          <Text fw={600} size="sm">
            {t('campaigns.start.worthKnowing')}
          </Text>
          <List size="sm">
            {unknown.length > 0 && (
              <List.Item>
                {t('campaigns.form.unknownVariables', {
                  count: unknown.length,
                  variables: unknown.join(', '),
                })}
              </List.Item>
            )}
            {precheck.unnamed && <List.Item>{t('campaigns.start.unnamed')}</List.Item>}
            {precheck.unknown > 0 && <List.Item>{told('unknown')}</List.Item>}
            {precheck.missingVariables.map(({ variable, recipients }) => (
              <List.Item key={variable}>
                {t('campaigns.start.missing', {
                  count: recipients,
                  contacts: format(recipients),
                  variable: `{${variable}}`,
                })}
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </>
  )
}
