import type { ReactNode } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { AttachmentsDialog } from '../../web/src/tickets/attachments/AttachmentsDialog.tsx'
import {
  type Attachment,
  isUnshown,
  mayBeDocument,
  moved,
  ownTypeOf,
  problemOf,
  typedFile,
  typeOf,
  withFiles,
} from '../../web/src/tickets/attachments/attachment.ts'
import { jpegOfHeic } from '../../web/src/tickets/attachments/heic.ts'
import { prepareFile } from '../../web/src/tickets/attachments/prepare-files.ts'
import { smallestEnough, THUMBNAIL_BYTES } from '../../web/src/tickets/attachments/thumbnail.ts'
import { useAttachments } from '../../web/src/tickets/attachments/use-attachments.ts'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

beforeAll(showKeys)

const aFile = (type: string, bytes = 1) => {
  const file = new File(['x'], 'arquivo', { type })
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}
const anAttachment = (overrides: Partial<Attachment> = {}): Attachment => ({
  id: 'a',
  file: aFile('image/png'),
  caption: '',
  asDocument: false,
  ...overrides,
})
const ids = (attachments: Attachment[]) => attachments.map(({ id }) => id)

test('a file is sent as what phones show it as, and everything else as a document', () => {
  const types = ['image/jpeg', 'video/mp4', 'audio/mpeg', 'application/pdf', 'image/heic', 'video/webm', '']
  expect(types.map((type) => ownTypeOf({ type }))).toEqual([
    'image',
    'video',
    'audio',
    'document',
    'document',
    'document',
    'document',
  ])
  expect(typeOf(anAttachment({ asDocument: true }))).toBe('document')
})

test('a file is checked against the limit of what it is sent as', () => {
  const large = aFile('image/png', 17 * 2 ** 20)
  expect(problemOf(anAttachment({ file: large }))).toBe('tooLarge')
  expect(problemOf(anAttachment({ file: large, asDocument: true }))).toBeUndefined()
  expect(problemOf(anAttachment({ file: aFile('application/pdf', 101 * 2 ** 20) }))).toBe('tooLarge')
  expect(problemOf(anAttachment({ file: aFile('image/png', 0) }))).toBe('empty')
})

test('a file may be a document instead, unless it is one or would still be refused', () => {
  expect(mayBeDocument(aFile('image/png', 17 * 2 ** 20))).toBe(true)
  expect(mayBeDocument(aFile('application/pdf'))).toBe(false)
  expect(mayBeDocument(aFile('image/png', 0))).toBe(false)
  expect(mayBeDocument(aFile('video/mp4', 101 * 2 ** 20))).toBe(false)
})

test('ten files are sent at once, and further ones are counted', () => {
  const files = Array.from({ length: 8 }, () => aFile('image/png'))
  const first = withFiles([], files, () => 'id')
  expect([first.attachments.length, first.leftOut]).toEqual([8, 0])
  const second = withFiles(first.attachments, files, () => 'id')
  expect([second.attachments.length, second.leftOut]).toEqual([10, 6])
})

test('a file moves to another place, and no further than the ends', () => {
  const three = ['a', 'b', 'c'].map((id) => anAttachment({ id }))
  expect(ids(moved(three, 'a', 1))).toEqual(['b', 'a', 'c'])
  expect(ids(moved(three, 'c', 0))).toEqual(['c', 'a', 'b'])
  expect(ids(moved(three, 'b', 9))).toEqual(['a', 'c', 'b'])
  expect(ids(moved(three, 'b', -1))).toEqual(['b', 'a', 'c'])
  expect(ids(moved(three, 'other', 0))).toEqual(['a', 'b', 'c'])
})

test('a file without a type has that of its extension, and every other file keeps its own', () => {
  const typeOfFile = (name: string, type = '') => typedFile(new File(['x'], name, { type })).type
  expect(['IMG_1.HEIC', 'filme.mov', 'foto.jpeg', 'voz.opus'].map((name) => typeOfFile(name))).toEqual([
    'image/heic',
    'video/quicktime',
    'image/jpeg',
    'audio/ogg',
  ])
  expect(['lista', 'lista.xyz', 'x.constructor'].map((name) => typeOfFile(name))).toEqual(['', '', ''])
  expect(typeOfFile('foto.jpg', 'application/pdf')).toBe('application/pdf')
  const [first] = withFiles([], [new File(['x'], 'foto.jpg')], () => 'id').attachments
  expect(first && typeOf(first)).toBe('image')
})

test('the user is told of pictures, videos and audios that are documents', () => {
  const told = ['image/heic', 'video/quicktime', 'audio/flac', 'image/png', 'application/pdf', '']
  expect(told.map((type) => isUnshown(aFile(type)))).toEqual([true, true, true, false, false, false])
})

test('the dialog says once that videos and pictures leave as documents, and waits for those that change', async () => {
  const film = anAttachment({ file: aFile('video/quicktime') })
  const propsIn = async (attachments: Attachment[]) => {
    const chosen = { attachments, setAttachments: () => {}, add: () => {} }
    const page = await mounted(() => ({ tree: AttachmentsDialog({ chosen, onSend: () => true }) }), {})
    const elements = elementsIn<{ children?: ReactNode; disabled?: boolean }>(page.answer()?.tree)
    await page.unmount()
    const withText = (key: string) => elements.filter(({ props }) => props.children === key)
    return {
      hints: withText('tickets.files.unshown').length,
      isDisabled: withText('tickets.composer.send')[0]?.props.disabled,
    }
  }
  expect(await propsIn([film, { ...film, id: 'b' }])).toEqual({ hints: 1, isDisabled: false })
  expect(await propsIn([anAttachment()])).toEqual({ hints: 0, isDisabled: false })
  const converting = anAttachment({ file: aFile('image/heic'), isConverting: true })
  expect(await propsIn([converting])).toEqual({ hints: 0, isDisabled: true })
})

describe('a HEIC picture', () => {
  let picture: { width: number; height: number; close: () => void }
  let drawn: string[]
  let encode: () => Promise<Blob>
  const heic = new File(['x'], 'IMG_1.HEIC', { type: 'image/heic' })
  beforeEach(() => {
    picture = { width: 4032, height: 3024, close: vi.fn() }
    drawn = []
    encode = async () => new Blob(['jpeg'], { type: 'image/jpeg' })
    vi.stubGlobal('createImageBitmap', async () => picture)
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        readonly size: string
        constructor(width: number, height: number) {
          this.size = `${width}×${height}`
        }
        getContext = () => ({ fillRect: () => {}, drawImage: () => {} })
        convertToBlob({ quality }: { quality: number }) {
          drawn.push(`${this.size} ${quality}`)
          return encode()
        }
      },
    )
  })

  test('becomes a JPEG where the browser decodes it', async () => {
    const jpeg = await jpegOfHeic(heic)
    expect([jpeg?.name, jpeg?.type, await jpeg?.text()]).toEqual(['IMG_1.jpg', 'image/jpeg', 'jpeg'])
    expect(drawn).toEqual(['4032×3024 0.9'])
    expect(picture.close).toHaveBeenCalledOnce()
  })

  test('is made smaller if it does not fit on a canvas of Safari', async () => {
    Object.assign(picture, { width: 8064, height: 6048 })
    await jpegOfHeic(heic)
    const [width = 0, height = 0] = drawn[0]?.split(/[× ]/).map(Number) ?? []
    expect(width * height).toBeLessThan(4096 * 4096)
    expect(width / height).toBeCloseTo(4 / 3)
  })

  test('stays as it is where the browser cannot decode it, or not draw it', async () => {
    encode = () => Promise.reject(new DOMException('No memory', 'EncodingError'))
    expect(await jpegOfHeic(heic)).toBeUndefined()
    vi.stubGlobal('createImageBitmap', () =>
      Promise.reject(new DOMException('Not decoded', 'InvalidStateError')),
    )
    expect(await jpegOfHeic(heic)).toBeUndefined()
  })

  test('is shown at once, waits while it is converted, and then is a photo', async () => {
    const page = await mounted(useAttachments, {})
    const { promise, resolve } = Promise.withResolvers<Blob>()
    encode = () => promise
    await page.after(() => page.answer()?.add([heic, aFile('application/pdf')]))
    const shown = () => page.answer()?.attachments.map((one) => [typeOf(one), one.isConverting])
    expect(shown()).toEqual([
      ['document', true],
      ['document', false],
    ])
    await page.after(() => resolve(new Blob(['jpeg'], { type: 'image/jpeg' })))
    expect(shown()).toEqual([
      ['image', false],
      ['document', false],
    ])
    await page.unmount()
  })
})

test('a preview is the best picture of at most 5 KB', async () => {
  const tried: string[] = []
  const pictureOf = (bytes: number) => new Blob([new Uint8Array(bytes)])
  const preview = await smallestEnough(async (side, quality) => {
    tried.push(`${side} ${quality}`)
    return pictureOf(side > 72 ? THUMBNAIL_BYTES + 1 : THUMBNAIL_BYTES)
  })
  expect(tried).toEqual(['96 0.7', '96 0.5', '96 0.3', '72 0.7'])
  // The longest text that the contract takes.
  expect(preview).toHaveLength(6828)
})

test('a picture that is never small enough, or cannot be read, has no preview', async () => {
  expect(await smallestEnough(async () => new Blob([new Uint8Array(THUMBNAIL_BYTES + 1)]))).toBeUndefined()
  expect(await smallestEnough(async () => undefined)).toBeUndefined()
})

describe('a file that a browser plays', () => {
  /** What the browser does with each file that an element gets. */
  let load: (element: EventTarget) => void
  beforeEach(() => {
    vi.useFakeTimers()
    class Element extends EventTarget {
      duration = 12.4
      set src(_: string) {
        load(this)
      }
    }
    vi.stubGlobal('Audio', Element)
    vi.stubGlobal('document', { createElement: () => new Element() })
    return () => vi.useRealTimers()
  })
  const prepared = (type: string) => prepareFile(anAttachment({ file: aFile(type) }))

  test.each(['video/mp4', 'audio/mpeg'])(
    'is sent without preview and duration if the browser loads nothing of it for three seconds: %s',
    async (type) => {
      load = () => undefined
      const settled = vi.fn()
      const preparing = prepared(type).then(settled)
      await vi.advanceTimersByTimeAsync(2999)
      expect(settled).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      await preparing
      expect(settled).toHaveBeenCalledWith(expect.objectContaining({ fileName: 'arquivo', seconds: 0 }))
      expect(settled.mock.lastCall?.[0]).not.toHaveProperty('thumbnail')
    },
  )

  test('is sent with its duration, and without one at once if the browser cannot read it', async () => {
    load = (element) => element.dispatchEvent(new Event('loadedmetadata'))
    expect(await prepared('audio/mpeg')).toMatchObject({ seconds: 12 })
    load = (element) => element.dispatchEvent(new Event('error'))
    expect(await prepared('audio/mpeg')).toMatchObject({ seconds: 0 })
  })
})
