import '@recado/whatsapp-simulator/silence-signal-library'
import '@recado/whatsapp-simulator/testing/true-signatures'
import { type Simulator, startSimulator } from '@recado/whatsapp-simulator/simulator'
import { controlOf } from '@recado/whatsapp-simulator/testing/control-client'
import { afterEach, beforeEach } from 'vitest'

/** A test's own WhatsApp. */
interface Simulated {
  simulator: Simulator
  control: ReturnType<typeof controlOf>
}

/**
 * A simulator per test of a file, stopped after the test. The returned object belongs to the running test.
 * @param people their names by number
 */
export function simulated(people: Readonly<Record<string, string>> = {}): Simulated {
  const current = {} as Simulated
  beforeEach(async () => {
    const simulator = await startSimulator()
    Object.assign(current, { simulator, control: controlOf(simulator) })
    for (const [number, name] of Object.entries(people)) await current.control.declare(number, name)
  })
  afterEach(() => current.simulator.stop())
  return current
}
