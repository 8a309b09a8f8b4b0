import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { act, Children, createElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { vi } from 'vitest'

const nothing = () => undefined

/** As much of a browser as React needs for components that show nothing. */
const page = { addEventListener: nothing, removeEventListener: nothing, HTMLIFrameElement: class {} }
const document = { nodeType: 9, addEventListener: nothing, activeElement: null, defaultView: page }
const aPlace = (): object => ({
  nodeType: 1,
  tagName: 'DIV',
  ownerDocument: document,
  addEventListener: nothing,
  textContent: '',
})

/**
 * Mounts a hook, or a component that shows nothing, and runs its effects. It must render null, because there is no browser.
 */
export async function mounted<P, T>(useIt: (props: P) => T, props: P, client = new QueryClient()) {
  // An answer shows at once, not after a timer.
  notifyManager.setScheduler(queueMicrotask)
  vi.stubGlobal('window', page)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const answers: T[] = []
  const Probe = ({ given }: { given: P }) => {
    const answer = useIt(given)
    answers.push(answer)
    return isValidElement(answer) ? answer : null
  }
  const root = createRoot(aPlace() as Parameters<typeof createRoot>[0])
  const show = (given: P) =>
    act(async () =>
      root.render(createElement(QueryClientProvider, { client }, createElement(Probe, { given }))),
    )
  await show(props)
  return {
    /** What the hook answered last. */
    answer: () => answers.at(-1),
    /** Renders with other properties. */
    show,
    /** Waits for everything that a change leads to. */
    after: (change: () => unknown) => act(async () => void (await change())),
    unmount: () => act(async () => root.unmount()),
  }
}

/** The elements of a tree that is not rendered, the outer ones first. `P`: the properties that the test looks at. */
export const elementsIn = <P extends { children?: ReactNode }>(tree: ReactNode): ReactElement<P>[] =>
  Children.toArray(tree).flatMap((each) =>
    isValidElement<P>(each) ? [each, ...elementsIn<P>(each.props.children)] : [],
  )

/** Components show the keys of their texts. */
export const showKeys = () =>
  i18next.use(initReactI18next).init({ lng: 'pt', resources: {}, keySeparator: false, nsSeparator: false })
