import { daysBetween } from '@recado/shared/dashboard/days'
import { isShown, mediaTypeOf, receivedTypeOf } from '@recado/shared/messages/media-type'
import { describe, expect, test } from 'vitest'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const [PNG, JPEG, PDF] = ['\x89PNG\r\n\x1a\n…', '\xff\xd8\xff\xe0…', '%PDF-1.7 …'] as const

describe('an attachment', () => {
  test.for([
    ['foto.png', PNG, 'image/png'],
    ['FOTO.JPG', JPEG, 'image/jpeg'],
    ['foto.jpeg', JPEG, 'image/jpeg'],
    ['animada.gif', 'GIF89a', 'image/gif'],
    ['figura.webp', 'RIFF....WEBPVP8 ', 'image/webp'],
    ['filme.mp4', '....ftypisom', 'video/mp4'],
    ['filme.3gp', '....ftyp3gp5', 'video/3gpp'],
    ['som.mp3', 'ID3....', 'audio/mpeg'],
    ['som.mp3', '\xff\xfb\x90', 'audio/mpeg'],
    ['som.aac', '\xff\xf1\x50', 'audio/aac'],
    ['som.m4a', '....ftypM4A ', 'audio/mp4'],
    ['som.ogg', 'OggS', 'audio/ogg'],
    ['tabela.pdf', PDF, 'application/pdf'],
    ['lista.csv', 'a;b', 'text/csv'],
    ['pasta.zip', 'PK', 'application/zip'],
  ] as const)('%s with matching first bytes has the type of its name', ([name, content, type]) => {
    expect(mediaTypeOf(name, bytes(content))).toBe(type)
  })

  test.for([
    ['an executable called an image', 'foto.png', 'MZ\x90'],
    ['a page called an image', 'foto.jpg', '<html><script>'],
    ['an image called a PDF', 'tabela.pdf', PNG],
    ['a page', 'pagina.html', '<html>'],
    ['a drawing that may hold a script', 'desenho.svg', '<svg onload="">'],
    ['a program', 'programa.exe', 'MZ'],
    ['an installer', 'app.apk', 'PK'],
    ['no extension', 'arquivo', PNG],
    ['an extension that is a property of every object', 'x.constructor', PNG],
    ['nothing', '', ''],
    ['an image that is empty', 'foto.png', ''],
  ] as const)('%s is a document that no program opens by itself', ([_, name, content]) => {
    const type = mediaTypeOf(name, bytes(content))
    expect(type).toBe('application/octet-stream')
    expect(isShown(type)).toBe(false)
  })

  test('that is audio above WhatsApp’s limit is a document', () => {
    const long = new Uint8Array(16 * 1024 * 1024 + 1)
    long.set(bytes('ID3'))
    expect(mediaTypeOf('som.mp3', long)).toBe('application/octet-stream')
    expect(mediaTypeOf('som.mp3', long.subarray(0, -1))).toBe('audio/mpeg')
  })
})

describe('the days of a dashboard', () => {
  test('are all from the first to the last', () => {
    expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    expect(daysBetween('2026-02-27', '2026-02-27')).toEqual(['2026-02-27'])
    expect(daysBetween('2024-01-01', '2024-12-31')).toHaveLength(366)
  })

  test('are at most 366 and in the right order', () => {
    expect(daysBetween('2024-01-01', '2025-01-01')).toBeUndefined()
    expect(daysBetween('2026-03-01', '2026-02-28')).toBeUndefined()
  })
})

describe('a received file', () => {
  const media = { state: 'PENDING' as const, mimetype: 'text/html', bytes: 1, key: null }
  const kinds = {
    image: { type: 'image', caption: '', media },
    sticker: { type: 'sticker', media },
    video: { type: 'video', caption: '', media },
    audio: { type: 'audio', voice: true, seconds: 1, media },
  } as const

  test.for([
    ['image', JPEG, 'image/jpeg'],
    ['image', PNG, 'image/png'],
    ['sticker', 'RIFF....WEBPVP8 ', 'image/webp'],
    ['video', '....ftypisom', 'video/mp4'],
    ['video', '....ftyp3gp5', 'video/3gpp'],
    ['audio', 'OggS', 'audio/ogg'],
    ['audio', '....ftypM4A ', 'audio/mp4'],
    ['audio', '\xff\xf1\x50', 'audio/aac'],
    ['audio', 'ID3....', 'audio/mpeg'],
    ['audio', '#!AMR\n', 'audio/amr'],
  ] as const)('%s that begins as %j is %s', ([kind, content, type]) => {
    expect(receivedTypeOf(kinds[kind], bytes(content))).toBe(type)
  })

  test.for([
    ['image', '<html><script>'],
    ['image', '<svg onload="">'],
    ['image', '%PDF-1.7 …'],
    ['sticker', 'GIF89a'],
    ['video', 'OggS'],
    ['audio', ''],
  ] as const)('%s that begins as %j is a document, with any name from its sender', ([kind, content]) => {
    expect(receivedTypeOf(kinds[kind], bytes(content))).toBe('application/octet-stream')
  })

  test('a document gets its type from its name, and from its first bytes if a browser would show it', () => {
    const document = (fileName: string) => ({ type: 'document' as const, fileName, caption: '', media })
    expect(receivedTypeOf(document('pedido.pdf'), bytes(PDF))).toBe('application/pdf')
    expect(receivedTypeOf(document('foto.png'), bytes('<html>'))).toBe('application/octet-stream')
    expect(receivedTypeOf(document('pagina.html'), bytes('<html>'))).toBe('application/octet-stream')
  })
})
