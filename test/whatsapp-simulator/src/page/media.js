import { element } from './elements.js'
import { albumLine, duration, fileSize, phoneNumber } from './format.js'
import { icon } from './icon.js'

/** The visible part of a message besides its words. */
export const mediaOf = (message) => (KINDS[message.type] ?? unknown)(message)

const fileOf = ({ phone, id }) => `/simulator/api/phones/${phone}/messages/${encodeURIComponent(id)}/file`

const KINDS = {
  text: () => [],
  image: (message) => [
    element(
      'a',
      { href: fileOf(message), target: '_blank', className: 'shown', 'aria-label': 'Abrir a foto' },
      element('img', { src: fileOf(message), alt: message.caption ?? 'Foto', loading: 'lazy' }),
    ),
  ],
  sticker: (message) => [
    element('img', { src: fileOf(message), alt: 'Figurinha', className: 'sticker', loading: 'lazy' }),
  ],
  video: (message) => [
    element('video', {
      src: fileOf(message),
      controls: true,
      preload: 'metadata',
      className: 'shown',
      'aria-label': 'Vídeo',
    }),
  ],
  audio: (message) => [player(message, 'note', 'Áudio')],
  voice: (message) => [player(message, 'mic', 'Mensagem de voz')],
  document: (message) => [
    element(
      'a',
      { href: fileOf(message), download: message.fileName ?? '', className: 'card' },
      icon('document'),
      element(
        'span',
        { className: 'card-lines' },
        element('strong', {}, message.fileName ?? 'Documento'),
        element('span', {}, fileSize(message.bytes ?? 0)),
      ),
    ),
  ],
  location: ({ location }) => [
    card('pin', location.name ?? 'Localização', `${location.latitude}, ${location.longitude}`),
  ],
  album: ({ expected }) => [element('span', { className: 'kind' }, albumLine(expected))],
  contact: ({ contact }) => [card('person', contact.name, contact.number ? phoneNumber(contact.number) : '')],
}

const unknown = ({ type }) => [element('span', { className: 'kind' }, type === 'poll' ? 'Enquete' : type)]

const player = (message, drawing, label) =>
  element(
    'span',
    { className: 'player' },
    icon(drawing),
    element('audio', { src: fileOf(message), controls: true, preload: 'metadata', 'aria-label': label }),
    message.seconds ? element('span', { className: 'kind' }, duration(message.seconds)) : null,
  )

const card = (drawing, title, line) =>
  element(
    'span',
    { className: 'card' },
    icon(drawing),
    element('span', { className: 'card-lines' }, element('strong', {}, title), element('span', {}, line)),
  )
