import { Button, Group, Image, Input, Skeleton, Stack, Text } from '@mantine/core'
import { type Announcement, IMAGE_MAX_BYTES } from '@recado/shared/announcements/announcement'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { FilePicker } from '../uploads/FilePicker.tsx'
import classes from './announcements.module.css'
import { announcementQuery } from './queries.ts'

/** File endings that can be chosen, as specified (part 2 §5). The server checks the content. */
const ACCEPTED = '.png,.jpg,.jpeg'

interface ImageFieldProps {
  /** The stored announcement; undefined for a new one. */
  announcement: Announcement | undefined
  /** The image's name; null without an image. */
  name: string | null
  /** The new image; undefined unless one was chosen. */
  file: File | undefined
  /** null removes the image. */
  onChoose: (file: File | null) => void
}

/** The image of an announcement, with a preview. */
export function ImageField({ announcement, name, file, onChoose }: ImageFieldProps) {
  const { t } = useTexts()
  const [error, setError] = useState<string>()
  const choose = (chosen: File | null) => {
    if (!chosen) return
    const problem = problemOf(chosen)
    setError(problem && t(`announcements.form.${problem}`))
    if (!problem) onChoose(chosen)
  }
  return (
    <Stack gap={6} role="group" aria-label={t('announcements.fields.image')}>
      <Input.Label component="div">{t('announcements.fields.image')}</Input.Label>
      {name && <Preview announcement={announcement} name={name} file={file} />}
      <Group gap="xs">
        <FilePicker accept={ACCEPTED} onChange={choose}>
          {(props) => (
            <Button {...props} size="xs" variant="default" leftSection={<IconPhoto size={16} aria-hidden />}>
              {name ? t('announcements.form.otherImage') : t('announcements.form.chooseImage')}
            </Button>
          )}
        </FilePicker>
        {name && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onChoose(null)}
          >
            {t('announcements.form.removeImage')}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {t('announcements.form.imageHint')}
      </Text>
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </Stack>
  )
}

function problemOf({ name, size }: File): 'imageType' | 'imageTooLarge' | undefined {
  if (!/\.(png|jpe?g)$/i.test(name)) return 'imageType'
  return size > IMAGE_MAX_BYTES ? 'imageTooLarge' : undefined
}

interface PreviewProps {
  announcement: Announcement | undefined
  name: string
  file: File | undefined
}

function Preview({ announcement, name, file }: PreviewProps) {
  const chosen = useObjectUrl(file)
  const isStored = !file && Boolean(announcement?.mediaPath)
  const { data, isPending } = useQuery({ ...announcementQuery(announcement?.id ?? ''), enabled: isStored })
  const address = chosen ?? data?.mediaUrl
  if (isStored && isPending) return <Skeleton height={160} />
  return (
    <Stack gap={4}>
      {address && <Image src={address} alt={name} className={classes.preview} fit="contain" />}
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
    </Stack>
  )
}

/** The address of a local file. It is revoked when the file is no longer shown. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return setAddress(undefined)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
