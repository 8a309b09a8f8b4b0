import { expect, test } from 'vitest'
import { clockOf } from '../../web/src/tickets/media/clock.ts'
import { mediaIn, viewedIn, voiceNoteAfter } from '../../web/src/tickets/media/media-messages.ts'
import { fileNameOf } from '../../web/src/tickets/media/save-file.ts'
import { barsOf } from '../../web/src/tickets/media/waveform.ts'
import { aShownMessage, at } from '../support/web-tickets.ts'

const media = { state: 'READY' as const, mimetype: 'audio/ogg', bytes: 1, key: null }
const voiceNote = (id: string) =>
  aShownMessage({ id, content: { type: 'audio', voice: true, seconds: 3, media } })

test('the bars of a voice note come from its waveform, and hostile bytes are clamped', () => {
  expect(barsOf(Buffer.from([0, 50, 100, 255]).toString('base64'))).toEqual([0, 50, 100, 100])
  for (const none of [undefined, '', 'não é base64', 'AAA']) expect(barsOf(none)).toBeUndefined()
})

test('after a voice note the next one plays, and music does not', () => {
  const messages = mediaIn([
    voiceNote('A'),
    aShownMessage({ id: 'T' }),
    aShownMessage({ id: 'M', content: { type: 'audio', voice: false, seconds: 200, media } }),
    voiceNote('B'),
  ])
  expect(voiceNoteAfter(messages, 'A')?.id).toBe('B')
  expect(voiceNoteAfter(messages, 'B')).toBeUndefined()
})

test('the viewer goes through the pictures and videos whose files are there', () => {
  const picture = (id: string, state: 'READY' | 'GONE', deletedAt: string | null = null) =>
    aShownMessage({ id, deletedAt, content: { type: 'image', caption: '', media: { ...media, state } } })
  const messages = [picture('A', 'READY'), picture('B', 'GONE'), voiceNote('V'), picture('D', 'READY', at(1))]
  expect(viewedIn(mediaIn(messages)).map(({ id }) => id)).toEqual(['A'])
})

test('durations are shown in minutes and seconds', () => {
  expect([0, 9.4, 75, 600].map(clockOf)).toEqual(['0:00', '0:09', '1:15', '10:00'])
})

test('a saved picture is named by its kind and its day', () => {
  expect(fileNameOf('Foto', at(0), 'image/jpeg')).toBe('foto-2026-11-23.jpg')
  expect(fileNameOf('Vídeo', at(0), 'video/3gpp')).toBe('vídeo-2026-11-23.3gp')
})
