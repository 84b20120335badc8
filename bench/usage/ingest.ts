import type { Seller } from '../catalog/sellers.ts'
import type { Server } from '../rounds.ts'

/** Sends events as a backend does, and resolves when they are acknowledged. */
export async function ingest(
  { port }: Pick<Server, 'port'>,
  { token }: Pick<Seller, 'token'>,
  events: readonly object[],
): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/events/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  })
  if (!response.ok) throw new Error(`events were refused: ${await response.text()}`)
}
