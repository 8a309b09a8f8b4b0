/** A recording that has ended. */
export interface Recording {
  blob: Blob
  /** How long it was recorded, by the clock. */
  seconds: number
}

/** A recording that goes on. */
export interface Recorder {
  /** Whether phones will play it as a voice note: it is in Opus. */
  isOpus: boolean
  /** How loud it is now, 0 to 1. */
  level: () => number
  /** Seconds since the recording began. */
  seconds: () => number
  /** Ends the recording. */
  stop: () => Promise<Recording>
  /** Ends it, and lets the microphone go. */
  close: () => void
}

/** Types to record, the best first: Ogg is sent as it is, WebM is put into Ogg, MP4 is sent as an ordinary audio. */
const TYPES = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4']
const BITS_PER_SECOND = 32_000
/** Values of the microphone that the level is taken from. */
const LEVEL_SAMPLES = 1024

/**
 * Records from the microphone.
 * @throws DOMException NotAllowedError, NotFoundError, NotSupportedError
 */
export async function startRecording(): Promise<Recorder> {
  // WhatsApp's voice notes have one channel ("-ac 1" in Baileys' README), and Chrome records two if it is not asked.
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } })
  try {
    return recorderOf(stream)
  } catch (error) {
    letGo(stream)
    throw error
  }
}

/** The browser shows that it listens until the microphone is let go. */
function letGo(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** @throws DOMException NotSupportedError */
function recorderOf(stream: MediaStream): Recorder {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BITS_PER_SECOND,
    ...(mimeType && { mimeType }),
  })
  recorder.start()
  const startedAt = Date.now()
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  // A microphone that is unplugged ends the recording by itself.
  const { promise: recorded, resolve } = Promise.withResolvers<Recording>()
  recorder.onstop = () => resolve({ blob: new Blob(parts, { type: recorder.mimeType }), seconds: seconds() })
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = LEVEL_SAMPLES
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(LEVEL_SAMPLES)
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  const seconds = () => (Date.now() - startedAt) / 1000
  return {
    isOpus: recorder.mimeType.includes('opus'),
    level: () => {
      analyser.getFloatTimeDomainData(samples)
      return Math.max(...samples.map(Math.abs))
    },
    seconds,
    stop: () => {
      stop()
      return recorded
    },
    close: () => {
      stop()
      letGo(stream)
      context.close()
    },
  }
}
