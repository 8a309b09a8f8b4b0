import { ActionIcon, Tooltip } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Signature } from './use-signature.ts'

/** Puts the user's name above the answer. The tooltip shows how the customer reads it. */
export function SignatureButton({ signature: { name, isOn, toggle } }: { signature: Signature }) {
  const { t } = useTexts()
  const label = t('tickets.composer.sign')
  const preview = (
    <>
      {label}
      <br />
      {t('tickets.composer.signPreview')}
      <br />
      <b>
        <bdi>{name}:</bdi>
      </b>
      <br />
      {t('tickets.composer.signedText')}
    </>
  )
  return (
    <Tooltip label={preview}>
      <ActionIcon
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? undefined : 'gray'}
        size={36}
        aria-label={label}
        aria-pressed={isOn}
        onClick={toggle}
      >
        <IconSignature size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
