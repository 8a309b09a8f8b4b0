import { beforeEach, expect, test, vi } from 'vitest'
import { UnreadableRecording } from '../../web/src/tickets/voice/ebml.ts'
import { startRecording } from '../../web/src/tickets/voice/record.ts'
import { voiceNoteOf } from '../../web/src/tickets/voice/voice-note.ts'

let decode: () => Promise<{ duration: number; getChannelData: () => Float32Array }>
const close = vi.fn(async () => {})
beforeEach(() => {
  close.mockClear()
  decode = () => Promise.reject(new DOMException('Decoding failed', 'EncodingError'))
  vi.stubGlobal(
    'AudioContext',
    class {
      decodeAudioData = () => decode()
      close = close
      createAnalyser = () => ({})
      createMediaStreamSource = () => ({ connect: () => {} })
    },
  )
})
const recorded = (type: string, seconds: number) => ({ blob: new Blob(['x'], { type }), seconds })

test('a recording that the browser does not decode leaves with the seconds of the clock', async () => {
  const audio = await voiceNoteOf(recorded('audio/mp4', 7.4))
  expect(audio).toMatchObject({ type: 'audio', fileName: 'audio.m4a', voice: false, seconds: 7 })
  const note = await voiceNoteOf(recorded('audio/ogg;codecs=opus', 0.2))
  expect(note).toMatchObject({ fileName: 'voz.ogg', voice: true, seconds: 1 })
  expect(note).not.toHaveProperty('waveform')
  expect(close).toHaveBeenCalledTimes(2)
})

test('a decoded recording has its own duration and its bars', async () => {
  decode = async () => ({ duration: 3.2, getChannelData: () => new Float32Array(64) })
  const note = await voiceNoteOf(recorded('audio/ogg;codecs=opus', 9))
  expect(note).toMatchObject({ voice: true, seconds: 3 })
  expect(note.waveform).toHaveLength(88)
})

test('an empty recording is refused, and other errors are thrown', async () => {
  await expect(voiceNoteOf({ blob: new Blob(), seconds: 3 })).rejects.toThrow(UnreadableRecording)
  decode = () => Promise.reject(new TypeError('A bug'))
  await expect(voiceNoteOf(recorded('audio/ogg', 3))).rejects.toThrow('A bug')
})

test('the microphone is asked for one channel, and the recording is as long as the recorder ran', async () => {
  vi.useFakeTimers()
  const getUserMedia = vi.fn(async () => ({ getTracks: () => [] }))
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  class Recorder {
    static isTypeSupported = (type: string) => type === this.type
    static type = 'audio/mp4'
    mimeType = Recorder.type
    state = 'inactive'
    onstop = () => {}
    ondataavailable = (_: { data: Blob }) => {}
    start() {
      this.state = 'recording'
    }
    stop() {
      this.ondataavailable({ data: new Blob(['x']) })
      this.onstop()
    }
  }
  vi.stubGlobal('MediaRecorder', Recorder)
  const recorder = await startRecording()
  expect(getUserMedia).toHaveBeenCalledWith({ audio: { channelCount: 1 } })
  vi.advanceTimersByTime(2500)
  expect(recorder.seconds()).toBe(2.5)
  const ended = recorder.stop()
  vi.advanceTimersByTime(9000)
  expect(await ended).toMatchObject({ blob: { type: 'audio/mp4', size: 1 }, seconds: 2.5 })
  vi.useRealTimers()
})

test.each(['made', 'started'])('a recorder that cannot be %s lets the microphone go', async (what) => {
  const track = { stop: vi.fn() }
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => ({ getTracks: () => [track] }) } })
  const refuse = () => {
    throw new DOMException('No', 'NotSupportedError')
  }
  vi.stubGlobal(
    'MediaRecorder',
    class {
      static isTypeSupported = () => false
      constructor() {
        if (what === 'made') refuse()
      }
      start = refuse
    },
  )
  await expect(startRecording()).rejects.toThrow('No')
  expect(track.stop).toHaveBeenCalledOnce()
})
