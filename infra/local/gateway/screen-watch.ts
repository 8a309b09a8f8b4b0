import * as z from 'zod'

const shownCode = z.object({
  action: z.string(),
  record: z.object({ id: z.string(), name: z.string(), qrcode: z.string() }),
})

/**
 * Passes the QR codes that are currently shown in the app to the simulator, whose page scans them with one click.
 * The product's code is not involved.
 */
export class ScreenWatch {
  readonly #simulator: string

  constructor(simulator: string) {
    this.#simulator = simulator
  }

  /** Sees a frame on its way to a browser. */
  see(frame: string): void {
    if (!frame.includes('qrcode')) return
    const seen = shownCode.safeParse(JSON.parse(frame))
    if (!seen.success) return
    const { id: connectionId, name, qrcode: qr } = seen.data.record
    const body = JSON.stringify({ connectionId, name, qr })
    fetch(`${this.#simulator}/simulator/api/screen`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body,
      // Without a simulator, no page shows the code.
    }).catch((error: unknown) => console.warn(`The simulator did not take the QR code: ${String(error)}`))
  }
}
