import * as z from 'zod'

const shownCode = z.object({
  action: z.string(),
  record: z.object({ id: z.string(), name: z.string(), qrcode: z.string() }),
})

/**
 * Looks over the shoulder of whoever has the app open: the QR codes that are on a screen at this moment are
 * shown to the simulator, whose page scans them with one click. Nothing of the product knows of it.
 */
export class ScreenWatch {
  readonly #simulator: string

  constructor(simulator: string) {
    this.#simulator = simulator
  }

  /** A frame on its way to a browser. */
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
    }).catch(() => undefined)
  }
}
