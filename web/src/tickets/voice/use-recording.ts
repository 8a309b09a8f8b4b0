import { useCallback, useEffect, useRef, useState } from 'react'
import type { TextKey } from '../../i18n/index.ts'
import type { OutboxFile } from '../outbox/entry.ts'
import { UnreadableRecording } from './ebml.ts'
import { type Recorder, startRecording } from './record.ts'
import { voiceNoteOf } from './voice-note.ts'

/** How often the level and the time are shown again (ms). */
const SHOWN_EVERY_MS = 100

/** Records from now on until it is stopped, or the component goes. */
export function useRecording() {
  const recorder = useRef<Recorder>(undefined)
  const [shown, setShown] = useState({ level: 0, seconds: 0 })
  const [isOpus, setIsOpus] = useState(true)
  const [note, setNote] = useState<OutboxFile>()
  const [problem, setProblem] = useState<TextKey>()

  useEffect(() => {
    let [isOver, timer]: [boolean, ReturnType<typeof setInterval> | undefined] = [false, undefined]
    const begin = async () => {
      const started = await startRecording()
      if (isOver) return started.close()
      recorder.current = started
      setIsOpus(started.isOpus)
      timer = setInterval(
        () => setShown({ level: started.level(), seconds: started.seconds() }),
        SHOWN_EVERY_MS,
      )
    }
    begin().catch((error: unknown) => setProblem(problemOf(error)))
    return () => {
      isOver = true
      clearInterval(timer)
      recorder.current?.close()
      recorder.current = undefined
    }
  }, [])

  /** Ends the recording. Answers undefined if it cannot be read. */
  const finish = useCallback(async (): Promise<OutboxFile | undefined> => {
    const current = recorder.current
    if (!current) return undefined
    recorder.current = undefined
    const recording = await current.stop()
    current.close()
    try {
      const made = await voiceNoteOf(recording)
      setNote(made)
      return made
    } catch (error) {
      setProblem(problemOf(error))
      return undefined
    }
  }, [])

  return { ...shown, isOpus, note, problem, finish }
}

/** @throws any error that is not a recording's */
function problemOf(error: unknown): TextKey {
  if (error instanceof UnreadableRecording) return 'tickets.voice.unreadable'
  if (!(error instanceof DOMException)) throw error
  if (error.name === 'NotAllowedError') return 'tickets.voice.notAllowed'
  return 'tickets.voice.noMicrophone'
}
