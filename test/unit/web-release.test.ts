import { beforeEach, describe, expect, test } from 'vitest'
import { createReleaseWatch, entryIn, LEAST_BETWEEN_MS } from '../../web/src/shell/release/release-watch.ts'

const page = (entry: string) =>
  `<!doctype html><html><head><script src="/first-paint.js"></script>
   <script type="module" crossorigin src="/assets/${entry}.js"></script></head></html>`

let now = 0
let deployed: () => Promise<string>
let looks = 0
beforeEach(() => {
  now = 1_000_000
  looks = 0
  deployed = async () => page('index-A')
})

const watch = ({ own }: { own: string | undefined } = { own: '/assets/index-A.js' }) =>
  createReleaseWatch({
    own,
    fetchIndex: (): Promise<string> => {
      looks++
      return deployed()
    },
    now: () => now,
  })

describe('the entry of a page', () => {
  test('the entry of a page is its module script, in any order of attributes', () => {
    expect(entryIn(page('index-A'))).toBe('/assets/index-A.js')
    expect(entryIn('<script src="/b.js" type="module">')).toBe('/b.js')
  })

  test.for(['', 'The app has not been built yet.', '{"error":"x"}', '<script src="/a.js"></script>'])(
    'a text without module script has no entry: %s',
    (text) => {
      expect(entryIn(text)).toBeUndefined()
    },
  )
})

describe('an open tab', () => {
  test('a tab is told once about another release', async () => {
    const release = watch()
    let told = 0
    release.subscribe(() => told++)
    now += LEAST_BETWEEN_MS
    await release.look()
    expect([release.isOutdated(), told]).toEqual([false, 0])
    deployed = async () => page('index-B')
    now += LEAST_BETWEEN_MS
    await release.look()
    expect([release.isOutdated(), told]).toEqual([true, 1])
    now += LEAST_BETWEEN_MS
    await release.look()
    await release.partIsMissing()
    expect([looks, told]).toEqual([2, 1])
  })

  test('a tab checks at most once a minute, and not while the page is new', async () => {
    const release = watch()
    await release.look()
    expect(looks).toBe(0)
    now += LEAST_BETWEEN_MS
    await Promise.all([release.look(), release.look(), release.look()])
    expect(looks).toBe(1)
  })

  test.for([
    ['a server that does not answer', undefined],
    ['an answer that is no page', 'The app has not been built yet.'],
  ] as const)('a tab learns nothing from %s', async ([, answer]) => {
    const release = watch()
    deployed = async () => {
      if (answer === undefined) throw new Error('offline')
      return answer
    }
    now += LEAST_BETWEEN_MS
    await release.look()
    expect(release.isOutdated()).toBe(false)
  })

  test('a tab with a missing part checks at once, and is outdated only if there is another release', async () => {
    const release = watch()
    await release.partIsMissing()
    expect([looks, release.isOutdated()]).toEqual([1, false])
    deployed = () => Promise.reject(new Error('offline'))
    await release.partIsMissing()
    expect([looks, release.isOutdated()]).toEqual([2, false])
    deployed = async () => page('index-B')
    await release.partIsMissing()
    expect([looks, release.isOutdated()]).toEqual([3, true])
  })

  test('a tab without a known release does not check', async () => {
    const release = watch({ own: undefined })
    deployed = async () => page('index-B')
    now += LEAST_BETWEEN_MS
    await release.look()
    await release.partIsMissing()
    expect([looks, release.isOutdated()]).toEqual([0, false])
  })
})
