import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { loadTexts, type PagePart } from '../i18n/index.ts'
import { toastError } from './toast.ts'

type Load<Props extends object> = () => Promise<ComponentType<Props>>

type Later<Props extends object> = ComponentType<Props> & {
  /** Loads the code in advance, so that the component is there when it is first shown. */
  preload: () => Promise<unknown>
}

interface Options {
  /** Takes the component's place until it is there. */
  placeholder?: ReactNode
  /** The texts that it waits for: none for what the frame and the first page show (`i18n/frame-texts.ts`). */
  texts?: PagePart[]
}

const loads = new Set<() => Promise<unknown>>()

/**
 * A component whose code comes after the page's, or when it is first shown. Code that cannot be loaded is told in a
 * toast, and the page stays as it is.
 * @param onMissing closes what shows the component
 */
export function later<Props extends object>(
  load: Load<Props>,
  onMissing?: (props: Props) => void,
  { placeholder, texts = ['other'] }: Options = {},
): Later<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    const [component] = await Promise.all([loaded ?? load(), loadTexts(...texts)])
    loaded = component
    return component
  }
  loads.add(loadOnce)
  function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | undefined>(() => loaded)
    useEffect(() => {
      if (Part) return
      loadOnce().then(
        (component) => setPart(() => component),
        (error) => {
          toastError(error)
          onMissing?.(props)
        },
      )
    }, [Part, props])
    return Part ? <Part {...props} /> : placeholder
  }
  return Object.assign(Later, { preload: loadOnce })
}

/** Time after the page (ms), so that it is not slowed down. */
const AFTER_MS = 2000

/** Loads the code of all later components in advance, so that they open at once and without the network. */
export function useLaterLoaded(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // Code that fails now is loaded again when it is shown.
      for (const load of loads) load().catch(() => undefined)
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}
