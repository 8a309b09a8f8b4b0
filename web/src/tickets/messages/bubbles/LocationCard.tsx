import { IconMapPin } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import classes from './bubbles.module.css'

interface LocationCardProps {
  latitude: number
  longitude: number
  name: string
}

/** A place, as a link to a map. */
export function LocationCard({ latitude, longitude, name }: LocationCardProps) {
  const { t } = useTexts()
  const place = `${latitude},${longitude}`
  return (
    <span className={classes.card}>
      <IconMapPin size={28} aria-hidden />
      <span className={classes.cardWords}>
        <bdi className={classes.cardTitle}>{name || t('messages.kinds.location')}</bdi>
        <a
          className={classes.link}
          href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('tickets.openMap')}
        </a>
      </span>
    </span>
  )
}
