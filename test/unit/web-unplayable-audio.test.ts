import type { MediaContent } from '@recado/shared/messages/content'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { togglePlaying } from '../../web/src/tickets/media/player.ts'
import { saveShownFile } from '../../web/src/tickets/media/save-file.ts'
import { AudioBubble } from '../../web/src/tickets/messages/bubbles/AudioBubble.tsx'
import { SaveButton } from '../../web/src/tickets/messages/bubbles/SaveButton.tsx'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

vi.mock('../../web/src/tickets/media/conversation-media.tsx', () => ({
  useConversationMedia: () => ({ trackOf }),
}))
const trackOf = (messageId: string) => ({ messageId, load: async () => 'https://files.test/voz.ogg' })

const content: Extract<MediaContent, { type: 'audio' }> = {
  type: 'audio',
  voice: true,
  seconds: 3,
  media: { state: 'READY', mimetype: 'audio/ogg', bytes: 1, key: null },
}

/** A browser that plays no Ogg: its audio element reports an error. */
class Unplayable {
  onerror = () => {}
  pause() {}
  play() {
    this.onerror()
    return Promise.reject(new DOMException('No decoder', 'NotSupportedError'))
  }
}

beforeAll(showKeys)
beforeEach(() => {
  vi.stubGlobal('Audio', Unplayable)
  vi.stubGlobal('localStorage', { getItem: () => null })
})

test('a recording that the browser cannot play is offered to be saved', async () => {
  const page = await mounted(() => ({ tree: AudioBubble({ messageId: 'M1', content }) }), {})
  const saveButton = () =>
    elementsIn<object>(page.answer()?.tree).find(({ type }) => type === SaveButton)?.props
  expect(saveButton()).toBeUndefined()
  await page.after(() => togglePlaying(trackOf('M1')))
  expect(saveButton()).toEqual({
    messageId: 'M1',
    fileName: 'messages.kinds.voice.ogg',
    save: saveShownFile,
  })
  await page.unmount()
})
