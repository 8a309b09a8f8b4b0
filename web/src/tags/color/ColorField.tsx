import { ColorInput, type ColorInputProps, Stack } from '@mantine/core'
import { useId } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { required } from '../../ui/required.ts'
import classes from './ColorField.module.css'
import type { SuggestedColor } from './suggested-colors.ts'

interface ColorFieldProps extends Omit<ColorInputProps, 'value' | 'onChange'> {
  /** Colours to pick with one click. */
  offered: readonly SuggestedColor[]
  value?: string
  onChange?: (color: string) => void
}

/** A colour, picked from the offered ones or freely. */
export function ColorField({ offered, value = '', onChange, ...field }: ColorFieldProps) {
  const { t } = useTexts()
  const group = useId()
  return (
    <Stack gap="xs">
      <ColorInput
        format="hex"
        withEyeDropper={false}
        {...required}
        maw={320}
        value={value}
        onChange={onChange}
        {...field}
      />
      {offered.length > 0 && (
        <div role="radiogroup" aria-label={t('tags.colors.offered')} className={classes.swatches}>
          {offered.map(({ name, color }) => (
            <label key={color} className={classes.swatch} style={{ backgroundColor: color }}>
              <input
                type="radio"
                className={classes.radio}
                name={group}
                checked={value.toLowerCase() === color}
                onChange={() => onChange?.(color)}
                aria-label={t(`tags.colors.${name}`)}
              />
            </label>
          ))}
        </div>
      )}
    </Stack>
  )
}
