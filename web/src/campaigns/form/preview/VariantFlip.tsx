import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import type { OpenVariants } from '../form-search.ts'

interface VariantFlipProps {
  kind: 'message' | 'confirmation'
  /** Numbers of the variants with a text, 1 to 5. */
  filled: number[]
  variants: OpenVariants
}

/** A button that opens the next variant with a text, and the first after the last. */
export function VariantFlip({ kind, filled, variants }: VariantFlipProps) {
  const { t } = useTexts()
  if (filled.length < 2) return null
  const place = filled.indexOf(variants[kind])
  const turn = (by: number) => {
    const next = filled.at((Math.max(place, 0) + by) % filled.length)
    if (next) variants.open(kind, next)
  }
  return (
    <Group gap="xs" mt="sm" justify="center" role="group" aria-label={t(`campaigns.form.${kind}s`)}>
      <ActionIcon
        variant="default"
        aria-label={t(`campaigns.preview.previous.${kind}`)}
        onClick={() => turn(-1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <Text size="sm">
        {t('campaigns.preview.shown', {
          variant: t(`campaigns.form.${kind}`, { number: variants[kind] }),
          total: filled.length,
        })}
      </Text>
      <ActionIcon variant="default" aria-label={t(`campaigns.preview.next.${kind}`)} onClick={() => turn(1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
